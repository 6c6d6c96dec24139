function sample = randsample(from, k, replaced = false)
% RANDSAMPLE  k of the numbers 1 to n, or of the elements of a vector; randsample(…, true) takes some twice.
  if isscalar(from) && isnumeric(from)
    from = 1:from;
  end
  if replaced
    places = randi(numel(from), 1, k);
  else
    places = randperm(numel(from), k);
  end
  sample = from(places);
end
