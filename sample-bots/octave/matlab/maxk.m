function [values, places] = maxk(numbers, k, varargin)
% MAXK  The k largest numbers, the largest first; of a matrix those of each column, or maxk(…, dim).
  [values, places] = first_k('descend', numbers, k, varargin{:});
end
