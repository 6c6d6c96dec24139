function text = reverse(text)
% REVERSE  Texts from their end to their beginning.
  text = like(cellfun(@fliplr, texts(text), 'UniformOutput', false), text);
end
