function [cardPicked, moveFrom, moveTo, wDir] = AIthoughtful(currentPlayer, board, ...
    cardA1, cardA2, cardB1, cardB2, sideCard, turn)
% AITHOUGHTFUL  Wins at once if it can, else keeps its general and its base safe, else captures.
  if currentPlayer == 'A'
    opponent = 'B';
    own = {cardA1, cardA2};
    theirs = {cardB1, cardB2};
  else
    opponent = 'A';
    own = {cardB1, cardB2};
    theirs = {cardA1, cardA2};
  end

  moves = pawnMoves(board, currentPlayer, own);
  if isempty(moves)  % no pawn can move: exchange a card
    moves = [1, 0, 0, 0, 0; 2, 0, 0, 0, 0];
  end
  plans = zeros(0, 3);  % move, direction of the wall, rating
  for k = 1:size(moves, 1)
    [after, taken] = movePawn(board, moves(k, :));
    for way = wallWays(after, currentPlayer)
      next = moveWall(after, way);
      value = 4 * wins(board, currentPlayer, moves(k, :)) ...
          + 2 * isSafe(next, opponent, theirs) + (taken ~= ' ');
      plans(end + 1, :) = [k, double(way), value];
    end
  end

  best = plans(plans(:, 3) == max(plans(:, 3)), :);
  plan = best(randi(size(best, 1)), :);
  move = moves(plan(1), :);
  cardPicked = move(1);
  moveFrom = name(move(2:3));
  moveTo = name(move(4:5));
  wDir = char(plan(2));
end

function moves = pawnMoves(board, player, cards)
% Returns a row for each pawn move: card, start row and column, target row and column.
  moves = zeros(0, 5);
  turned = 1 - 2 * (player == 'B');  % B's cards are turned by 180 degrees
  [rows, columns] = find(upper(board) == player);
  for card = 1:2
    [pawnRow, pawnColumn] = find(cards{card} == 'o');
    [stepRows, stepColumns] = find(cards{card} == 'x');
    steps = turned * [stepRows(:) - pawnRow, stepColumns(:) - pawnColumn];
    for pawn = 1:numel(rows)
      for step = 1:size(steps, 1)
        to = [rows(pawn), columns(pawn)] + steps(step, :);
        if all(to >= 1 & to <= 5) && ~any(upper(board(to(1), to(2))) == [player, 'W'])
          moves(end + 1, :) = [card, rows(pawn), columns(pawn), to];
        end
      end
    end
  end
end

function yes = wins(board, player, move)
% Returns whether a move wins: by capturing the general or entering the other base.
  yes = false;
  if all(move(2:5) > 0)
    base = [1, 3] + [4, 0] * (player == 'B');  % a3 for A, e3 for B
    taken = board(move(4), move(5));
    arrives = board(move(2), move(3)) == player && all(move(4:5) == base);
    yes = any(taken == 'AB') || arrives;
  end
end

function yes = isSafe(board, opponent, cards)
% Returns whether no answer of the opponent wins.
  yes = true;
  answers = pawnMoves(board, opponent, cards);
  for k = 1:size(answers, 1)
    yes = yes && ~wins(board, opponent, answers(k, :));
  end
end

function [board, taken] = movePawn(board, move)
  taken = ' ';
  if all(move(2:5) > 0)
    taken = board(move(4), move(5));
    board(move(4), move(5)) = board(move(2), move(3));
    board(move(2), move(3)) = ' ';
  end
end

function ways = wallWays(board, player)
% Returns the letters of the wall's legal steps: not off the board, onto a base or onto a pawn,
% except a soldier of the player, with which the wall changes places.
  ways = 's';
  for way = 'uldr'
    [~, to] = wallStep(board, way);
    if ~isempty(to) && all(to >= 1 & to <= 5) && ~any(to(1) == [1, 5] & to(2) == 3)
      if any(board(to(1), to(2)) == [' ', lower(player)])
        ways(end + 1) = way;
      end
    end
  end
end

function board = moveWall(board, way)
  [from, to] = wallStep(board, way);
  if ~isempty(from)
    board(from(1), from(2)) = board(to(1), to(2));
    board(to(1), to(2)) = 'W';
  end
end

function [from, to] = wallStep(board, way)
% Returns the wall's square before and after a step; both are empty if there is no wall.
  [row, column] = find(board == 'W');
  from = [row, column];
  steps = [-1, 0; 0, -1; 1, 0; 0, 1; 0, 0];
  to = from + steps('uldrs' == way, :);
end

function text = name(square)
  text = 'XX';
  if all(square > 0)
    text = [char('a' + square(1) - 1), char('0' + square(2))];
  end
end
