function n = width(value)
% WIDTH  The number of columns.
  n = size(value, 2);
end
