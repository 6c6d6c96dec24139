function varargout = convertStringsToChars(varargin)
% CONVERTSTRINGSTOCHARS  A string as characters, more than one as a cell array; others as they are.
  varargout = varargin;
  for k = 1:nargin
    if isstring(varargin{k})
      cells = cellstr(varargin{k});
      if numel(cells) == 1
        cells = cells{1};
      end
      varargout{k} = cells;
    end
  end
end
