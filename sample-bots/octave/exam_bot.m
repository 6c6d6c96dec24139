function exam_bot
% EXAM_BOT  Plays Onitama by the one AI*.m of this folder, a function in the exam's signature:
%   [cardPicked, moveFrom, moveTo, wDir] = AI...(currentPlayer, board, ...
%       cardA1, cardA2, cardB1, cardB2, sideCard, turn)
%   The README tells what the words mean.

  files = glob('AI*.m');
  if numel(files) ~= 1
    fprintf(stderr, 'expected one file AI*.m in the bot''s folder, found %d: %s\n', ...
            numel(files), strjoin(files', ', '));
    exit(1);
  end
  [~, name] = fileparts(files{1});
  try
    nargin(name);  % reads the file: what can't be read is told before the first game
  catch failure
    fprintf(stderr, '%s\nOctave can''t read %s: %s\n', failure.message, files{1}, ...
            strtok(failure.message, "\n"));
    exit(1);
  end
  referee(@(turn) choose(str2func(name), turn), name, 'games=onitama');
end

function move = choose(ai, turn)
% Turns a state line into the exam's arguments, and the four results into a move.
  move = '';
  if ~strcmp(turn.game, 'onitama')
    return  % the signature is for nothing else: give up
  end
  % The board, the player, the turns left, the cards A1 A2 B1 B2, the side card.
  fields = regexp(turn.state, '\S+', 'match');
  board = matrix(fields{1});
  board(board == '.') = ' ';
  cards = cellfun(@matrix, fields(4:8), 'UniformOutput', false);
  [card, from, to, wall] = ai(fields{2}, board, cards{:}, str2double(fields{3}));
  move = [word(card), word(from), word(to), word(wall)];
  if ~strcmp(word(from), 'XX')
    turn.arrow(word(from), word(to));
  end
end

function rows = matrix(text)
  rows = char(regexp(text, '[^/]+', 'match'));
end

function text = word(value)
% A result as part of a move. What is neither a number nor text becomes ?, which no move has.
  text = '?';
  if isreal(value) && isscalar(value) && ~ischar(value)
    text = sprintf('%g', value);
  elseif ischar(value) && isrow(value)
    text = regexprep(value, '\s', '?');
  end
end
