function text = strip(text, varargin)
% STRIP  Texts without blanks at both ends, or strip(text, 'left'), strip(text, 'right'), and with
%   another character that is taken away as the last argument.
  side = 'both';
  character = '\s';
  for k = 1:numel(varargin)
    word = char(varargin{k});
    if any(strcmp(word, {'left', 'right', 'both'}))
      side = word;
    else
      character = regexptranslate('escape', word);
    end
  end
  cells = texts(text);
  if ~strcmp(side, 'right')
    cells = regexprep(cells, ['^(?:', character, ')+'], '');
  end
  if ~strcmp(side, 'left')
    cells = regexprep(cells, ['(?:', character, ')+$'], '');
  end
  text = like(cells, text);
end
