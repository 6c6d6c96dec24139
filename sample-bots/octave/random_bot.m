function random_bot
% RANDOM_BOT  Plays any game by random legal moves. Begin here: write your own choose.
  referee(@choose, 'octave-random');
end

function move = choose(turn)
  move = '';  % resigns; only if the tournament says legal=off
  if ~isempty(turn.legal)
    move = turn.legal{randi(numel(turn.legal))};
  end
end
