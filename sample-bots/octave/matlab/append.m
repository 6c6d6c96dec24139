function text = append(varargin)
% APPEND  Texts one behind the other, blanks at their ends kept.
  cells = texts(varargin{1});
  original = varargin{1};
  for k = 2:nargin
    more = texts(varargin{k});
    if isstring(varargin{k}) || iscell(varargin{k}) && ~isstring(original)
      original = varargin{k};
    end
    n = max(numel(cells), numel(more));
    cells = arrayfun(@(i) [cells{min(i, end)}, more{min(i, end)}], 1:n, 'UniformOutput', false);
  end
  text = like(cells, original);
end
