function rows = head(table, n = 8)
% HEAD  The first rows.
  rows = table(1:min(n, size(table, 1)), :);
end
