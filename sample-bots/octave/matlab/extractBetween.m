function parts = extractBetween(text, from, to)
% EXTRACTBETWEEN  The part of a text between two positions, these included, or between two patterns.
  one = texts(text){1};
  if isnumeric(from)
    parts = {one(from:to)};
  else
    pattern = [regexptranslate('escape', char(from)), '(.*?)', regexptranslate('escape', char(to))];
    found = regexp(one, pattern, 'tokens');
    parts = [found{:}](:);
  end
  if isstring(text)
    parts = string(parts);
  end
end
