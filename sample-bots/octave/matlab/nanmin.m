function value = nanmin(numbers)
% NANMIN  The min of numbers, or of each column, without those that are NaN.
  value = without_nan(@min, numbers);
end
