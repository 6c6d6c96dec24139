function n = strlength(text)
% STRLENGTH  The number of characters of texts.
  n = cellfun(@numel, texts(text));
end
