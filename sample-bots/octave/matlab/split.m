function parts = split(text, delimiters = {' ', "\t", "\n"})
% SPLIT  The parts of a text between delimiters, one below the other.
  parts = strsplit(texts(text){1}, texts(delimiters), 'CollapseDelimiters', false)(:);
  if isstring(text)
    parts = string(parts);
  end
end
