function [values, places] = mink(numbers, k, varargin)
% MINK  The k smallest numbers, the smallest first; of a matrix those of each column, or mink(…, dim).
  [values, places] = first_k('ascend', numbers, k, varargin{:});
end
