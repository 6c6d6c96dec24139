function exam_bot(judged = 'exam')
% EXAM_BOT  Plays Onitama with the only AI*.m of this folder, a function with the exam's signature:
%   [cardPicked, moveFrom, moveTo, wDir] = AI...(currentPlayer, board, ...
%       cardA1, cardA2, cardB1, cardB2, sideCard, turn)
%   The README explains the argument of exam_bot.
%   exam_bot exam, or no argument: results count as in the exam. If no pawn can move, it
%     ignores moveFrom and moveTo; a cardPicked that is text loses.
%   exam_bot rules: if no pawn can move, both must be 'XX'; '1' is a card like 1.

  if ~any(strcmp(judged, {'exam', 'rules'}))
    fprintf(stderr, 'exam_bot %s: expected exam_bot exam, or exam_bot rules\n', judged);
    exit(1);
  end
  files = glob('AI*.m');
  if numel(files) ~= 1
    fprintf(stderr, 'expected one file AI*.m in the bot''s folder, found %d: %s\n', ...
            numel(files), strjoin(files', ', '));
    exit(1);
  end
  [~, name] = fileparts(files{1});
  try
    nargin(name);  % reads the file, so that errors are reported before the first game
  catch failure
    fprintf(stderr, '%s\nOctave can''t read %s: %s\n', failure.message, files{1}, ...
            strtok(failure.message, "\n"));
    exit(1);
  end
  referee(@(turn) choose(str2func(name), turn, judged), name, 'games=onitama');
end

function move = choose(ai, turn, judged)
% Turns a state line into the exam's arguments, and the four results into a move.
  move = '';
  if ~strcmp(turn.game, 'onitama')
    return  % the signature is for Onitama only: resign
  end
  % The board, the player, the turns left, the cards A1 A2 B1 B2, the side card.
  fields = regexp(turn.state, '\S+', 'match');
  board = matrix(fields{1});
  board(board == '.') = ' ';
  cards = cellfun(@matrix, fields(4:8), 'UniformOutput', false);
  [card, from, to, wall] = ai(fields{2}, board, cards{:}, str2double(fields{3}));
  if strcmp(judged, 'exam')
    [card, from, to] = as_in_the_exam(card, from, to, is_stuck(board, fields{2}, cards));
  end
  move = [word(card), word(from), word(to), word(wall)];
  if ~strcmp(word(from), 'XX')
    turn.arrow(word(from), word(to));
  end
end

function [card, from, to] = as_in_the_exam(card, from, to, stuck)
  if stuck
    [from, to] = deal('XX');
  end
  if ischar(card) || isstring(card)
    fprintf(stderr, 'cardPicked is the text ''%s'', where the exam takes a number only\n', char(card));
    card = '?';
  end
end

function yes = is_stuck(board, player, cards)
% Returns whether no pawn of a player can move with its cards.
  turned = 1 - 2 * (player == 'B');  % B's cards are turned by 180 degrees
  own = cards((1:2) + 2 * (player == 'B'));
  [rows, columns] = find(upper(board) == player);
  yes = true;
  for card = own
    [pawn_row, pawn_column] = find(card{1} == 'o');
    [step_rows, step_columns] = find(card{1} == 'x');
    to_rows = rows(:) + turned * (step_rows(:)' - pawn_row);  % a row each pawn, a column each step
    to_columns = columns(:) + turned * (step_columns(:)' - pawn_column);
    inside = to_rows >= 1 & to_rows <= 5 & to_columns >= 1 & to_columns <= 5;
    met = board(sub2ind([5, 5], to_rows(inside), to_columns(inside)));
    yes = yes && all(upper(met(:)) == player | met(:) == 'W');
  end
end

function rows = matrix(text)
  rows = char(regexp(text, '[^/]+', 'match'));
end

function text = word(value)
% Returns a result as part of a move; anything but a number or text becomes ?, an illegal move.
  text = '?';
  if isstring(value)
    value = char(value);
  end
  if isreal(value) && isscalar(value) && ~ischar(value)
    text = sprintf('%g', value);
  elseif ischar(value) && isrow(value)
    text = regexprep(value, '\s', '?');
  end
end
