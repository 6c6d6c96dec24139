function [cardPicked, moveFrom, moveTo, wDir] = AIthrows(currentPlayer, board, cardA1, cardA2, cardB1, cardB2, sideCard, turn)
% Plays the first move that it finds, and has no idea for its third.
persistent asked
if isempty(asked), asked = 0; end
asked = asked + 1;
if asked == 3, error('no idea for turn %d', turn), end
if currentPlayer == 'A'
    cards = {cardA1, cardA2};
    own = 'Aa';
else
    cards = {rot90(cardB1, 2), rot90(cardB2, 2)};
    own = 'Bb';
end
found = {};
for c = 1:2
    [r0, c0] = find(cards{c} == 'o');
    [dr, dc] = find(cards{c} == 'x');
    for r = 1:5
        for k = 1:5
            if ~any(board(r, k) == own), continue, end
            for s = 1:length(dr)
                tr = r + dr(s) - r0;
                tk = k + dc(s) - c0;
                if tr < 1 || tr > 5 || tk < 1 || tk > 5, continue, end
                if any(board(tr, tk) == [own 'W']), continue, end
                found{end+1} = {c, [char(96 + r) num2str(k)], [char(96 + tr) num2str(tk)]};
            end
        end
    end
end
wDir = 's';
if isempty(found)
    cardPicked = 1;
    moveFrom = 'XX';
    moveTo = 'XX';
    return
end
pick = found{1};
[cardPicked, moveFrom, moveTo] = pick{:};
end
