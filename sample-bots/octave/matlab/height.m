function n = height(value)
% HEIGHT  The number of rows.
  n = size(value, 1);
end
