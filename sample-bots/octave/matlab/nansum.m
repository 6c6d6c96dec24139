function value = nansum(numbers)
% NANSUM  The sum of numbers, or of each column, without those that are NaN.
  value = without_nan(@sum, numbers);
end
