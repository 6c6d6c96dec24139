function cells = texts(value)
% TEXTS  A text, texts in a cell array, numbers or a string, as a cell array of rows of characters.
  if isa(value, 'string')
    cells = cellstr(value);
  elseif iscell(value)
    cells = value;
  elseif ischar(value)
    cells = num2cell(value, 2);  % cellstr would drop blanks at the end
    if isempty(value)
      cells = {''};
    end
  else
    cells = arrayfun(@one, value, 'UniformOutput', false);
  end
end

function text = one(value)
  if islogical(value)
    words = {'false', 'true'};
    text = words{1 + value};
  else
    text = num2str(value);
  end
end
