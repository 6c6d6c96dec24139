function text = replace(text, old, new)
% REPLACE  Texts in which old parts are replaced by new ones; one new part goes for all old ones.
  cells = texts(text);
  old = texts(old);
  new = texts(new);
  for k = 1:numel(old)
    cells = strrep(cells, old{k}, new{min(k, end)});
  end
  text = like(cells, text);
end
