function value = like(cells, original)
% LIKE  Texts of a cell array in the type of an original: a string, a cell array or characters.
  if isa(original, 'string')
    value = string(cells);
  elseif iscell(original)
    value = cells;
  else
    value = cells{1};
  end
end
