function value = nanmean(numbers)
% NANMEAN  The mean of numbers, or of each column, without those that are NaN.
  value = without_nan(@mean, numbers);
end
