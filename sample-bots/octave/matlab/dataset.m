function t = dataset(varargin)
% DATASET  A table in the words of older MATLAB: dataset(x, y), dataset({x, 'a'}, {y, 'b'}),
%   dataset(x, y, 'VarNames', {'a', 'b'}).
  named = find(cellfun(@(x) ischar(x) && strcmp(x, 'VarNames'), varargin), 1);
  if ~isempty(named)
    t = table(varargin{1:named - 1}, 'VariableNames', varargin{named + 1});
    return
  end
  data = {};
  names = {};
  for k = 1:nargin
    value = varargin{k};
    if iscell(value) && numel(value) > 1 && iscellstr(value(2:end)) && ~iscellstr(value(1))
      names = [names, value(2:end)];
      if numel(value) > 2  % a name for each column
        data = [data, num2cell(value{1}, 1)];
      else
        data{end + 1} = value{1};
      end
    else
      data{end + 1} = value;
      name = inputname(k, false);
      if ~isvarname(name)
        name = sprintf('Var%d', k);
      end
      names{end + 1} = name;
    end
  end
  t = table(data{:}, 'VariableNames', names);
end
