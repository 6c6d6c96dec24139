function t = array2table(matrix, varargin)
% ARRAY2TABLE  A matrix as a table; array2table(…, 'VariableNames', {'a', 'b'}).
  names = arrayfun(@(k) sprintf('Var%d', k), 1:columns(matrix), 'UniformOutput', false);
  if numel(varargin) == 2
    names = varargin{2};
  end
  t = table(num2cell(matrix, 1){:}, 'VariableNames', names);
end
