function joined = join(text, delimiter = ' ')
% JOIN  Texts in one, with a delimiter between them.
  joined = like({strjoin(reshape(texts(text), 1, []), char(delimiter))}, text);
end
