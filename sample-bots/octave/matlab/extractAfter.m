function text = extractAfter(text, place)
% EXTRACTAFTER  The part of texts behind a position or behind the first place of a pattern.
  text = like(cellfun(@(one) after(one, place), texts(text), 'UniformOutput', false), text);
end

function part = after(one, place)
  if ~isnumeric(place)
    pattern = char(place);
    place = [strfind(one, pattern) + numel(pattern) - 1, numel(one)](1);
  end
  part = one(place + 1:end);
end
