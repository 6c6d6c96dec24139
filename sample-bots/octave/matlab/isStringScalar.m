function yes = isStringScalar(value)
% ISSTRINGSCALAR  Whether a value is one string.
  yes = isstring(value) && numel(value) == 1;
end
