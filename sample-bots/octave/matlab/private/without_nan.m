function value = without_nan(how, numbers)
% WITHOUT_NAN  A function of the numbers of a vector, or of each column, that aren't NaN.
  if isvector(numbers)
    numbers = numbers(:);
  end
  value = NaN(1, columns(numbers));
  for k = 1:columns(numbers)
    column = numbers(:, k);
    found = how(column(~isnan(column)));
    value(k) = [found, NaN](1);
  end
end
