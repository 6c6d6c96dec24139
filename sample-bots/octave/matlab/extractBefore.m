function text = extractBefore(text, place)
% EXTRACTBEFORE  The part of texts before a position or before the first place of a pattern.
  text = like(cellfun(@(one) before(one, place), texts(text), 'UniformOutput', false), text);
end

function part = before(one, place)
  if ~isnumeric(place)
    place = [strfind(one, char(place)), 1](1);
  end
  part = one(1:place - 1);
end
