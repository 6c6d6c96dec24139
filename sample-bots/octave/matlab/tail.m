function rows = tail(table, n = 8)
% TAIL  The last rows.
  rows = table(max(1, size(table, 1) - n + 1):size(table, 1), :);
end
