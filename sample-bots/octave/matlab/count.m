function n = count(text, pattern)
% COUNT  How often a pattern stands in texts.
  pattern = char(pattern);
  places = @(one) numel(strfind(one, pattern, 'overlaps', false));
  n = cellfun(places, texts(text));
end
