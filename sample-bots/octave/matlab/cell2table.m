function t = cell2table(cells, varargin)
% CELL2TABLE  A cell array as a table; cell2table(…, 'VariableNames', {'a', 'b'}).
  data = cell(1, columns(cells));
  for k = 1:columns(cells)
    data{k} = cells(:, k);
    if all(cellfun(@(x) isnumeric(x) && isscalar(x), data{k}))
      data{k} = cell2mat(data{k});
    end
  end
  names = arrayfun(@(k) sprintf('Var%d', k), 1:columns(cells), 'UniformOutput', false);
  if numel(varargin) == 2
    names = varargin{2};
  end
  t = table(data{:}, 'VariableNames', names);
end
