function text = pad(text, width = 0, side = 'right')
% PAD  Texts of one width; pad(text, 5), pad(text, 5, 'left').
  cells = texts(text);
  width = max([width, cellfun(@numel, cells(:)')]);
  if strcmp(char(side), 'left')
    widen = @(one) [blanks(width - numel(one)), one];
  else
    widen = @(one) [one, blanks(width - numel(one))];
  end
  text = like(cellfun(widen, cells, 'UniformOutput', false), text);
end
