function [values, places] = first_k(order, numbers, k, dim)
% FIRST_K  The first k numbers of each row or column when they are sorted.
  if nargin < 4
    dim = [find(size(numbers) ~= 1, 1), 1](1);
  end
  [values, places] = sort(numbers, dim, order);
  k = min(k, size(numbers, dim));
  if dim == 1
    values = values(1:k, :);
    places = places(1:k, :);
  else
    values = values(:, 1:k);
    places = places(:, 1:k);
  end
end
