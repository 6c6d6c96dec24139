function value = nanmax(numbers)
% NANMAX  The max of numbers, or of each column, without those that are NaN.
  value = without_nan(@max, numbers);
end
