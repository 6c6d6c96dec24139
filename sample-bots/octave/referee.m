function referee(choose, name, varargin)
% REFEREE  The bot's side of the protocol. You don't need to change it.
%   referee(@choose, 'my-bot') answers the referee until quit or the end of the input. When the
%   bot is to move it calls move = choose(turn), where the move is one of turn.legal; '' resigns.
%   Further words, such as 'games=onitama,ludo', are added to the ready line.
%
%   The output of choose goes to standard error, because standard output is for the protocol.

  turn = new_turn('', struct());
  line = next_line();
  while ischar(line)
    words = split(line);
    keyword = [words{1:min(1, end)}];
    words = words(2:end);
    switch keyword
      case 'hello'
        say(strjoin([{'ready', name}, varargin]));
      case 'game'
        turn = new_turn([words{1:min(1, end)}], pairs(words));
      case 'state'
        turn.state = sprintf(' %s', words{:})(2:end);
        turn.legal = {};
      case 'legal'
        turn.legal = words;
      case {'played', 'chance', 'out'}
        turn.happened{end + 1} = strtrim(line);
      case 'go'
        turn = ask(turn, pairs(words));
        answer(choose, turn);
        turn.happened = {};
      case 'error'  % an error message
        fprintf(stderr, '%s\n', strtrim(line));
      case 'quit'
        return
    end  % the result and unknown keywords need no answer
    line = next_line();
  end
end

function line = next_line()
% Reads a line; -1 at the end of the input. (fgetl would wait for the next line.)
  try
    line = input('', 's');
  catch
    line = -1;
  end
end

function words = split(line)
% The words of a line. (strsplit and strjoin would be ten times as slow.)
  words = regexp(line, '\S+', 'match');
end

function turn = new_turn(game, options)
% The information that the bot has when it is to move, and functions to comment on its move.
  turn.game = game;
  turn.options = options;  % all pairs of the game line: seat, seats, id, seed, the game's options
  turn.seat = value_of(options, 'seat', 'A');
  turn.seats = value_of(options, 'seats', 'AB');
  turn.state = '';
  turn.legal = {};
  turn.happened = {};
  turn.info = @note;
  turn.mark = @(square) note('mark', square);
  turn.arrow = @(from, to) note('arrow', [from, to]);
  turn.text = @(words) note('text', ['"', strrep(words, '"', ''''), '"']);
  seed = value_of(options, 'seed', 0);
  rand('twister', seed);  % also for randi and randperm: the same for the same seed
  randn('twister', seed);
end

function turn = ask(turn, clock)
% The clock starts here.
  started = tic;
  ms = value_of(clock, 'cap_ms', Inf);
  ms = value_of(clock, 'clock_ms', ms);
  ms = value_of(clock, 'move_ms', ms);
  turn.clock = clock;
  turn.elapsed_ms = @() 1000 * toc(started);
  turn.left_ms = @() ms - 1000 * toc(started);
end

function answer(choose, turn)
  move = '';
  failure = [];
  printed = evalc('try, move = choose(turn); catch failure, end');
  fputs(stderr, printed);
  if ~isempty(failure)
    explain(failure);
    exit(1);
  end
  told = note();
  if ~isempty(told)
    say(['info', told]);
  end
  if isempty(move)
    say('resign');
  else
    say(['move ', move]);
  end
end

function explain(failure)
% Prints where an error occurred, then its message, or the function that Octave lacks.
  own = find(strncmp({failure.stack.name}, 'referee', 7), 1) - 1;
  for k = own:-1:1
    fprintf(stderr, '  in %s, line %d\n', failure.stack(k).name, failure.stack(k).line);
  end
  missing = regexp(failure.message, '''(\w+)''', 'tokens', 'once');
  if strcmp(failure.identifier, 'Octave:undefined-function') && ~isempty(missing)
    fprintf(stderr, 'undefined: %s is not in Octave, nor set in the bot\n', missing{1});
  else
    fprintf(stderr, 'error: %s\n', failure.message);
  end
end

function told = note(key, value)
% Stores a remark on the move, such as note('depth', 3); note() returns and deletes them all.
  persistent kept
  if isempty(kept)
    kept = struct();
  end
  if nargin == 0
    told = cellfun(@(key) [' ', key, '=', kept.(key)], fieldnames(kept)', 'UniformOutput', false);
    told = [told{:}];
    kept = struct();
    return
  end
  if any(strcmp(key, {'mark', 'arrow'})) && isfield(kept, key)
    value = [kept.(key), ',', value];
  end
  kept.(key) = num2str(value);
end

function say(line)
% Writes a line and flushes it: an answer that stays in the buffer loses on time.
  line(iscntrl(line)) = ' ';
  printf('%s\n', line);
  fflush(stdout);
end

function found = pairs(words)
% The key=value pairs among the words; whole numbers become numbers.
  found = struct();
  for k = 1:numel(words)
    [key, value] = strtok(words{k}, '=');
    if ~isempty(value)
      value = value(2:end);
      if ~isempty(regexp(value, '^-?\d+$', 'once'))
        value = str2double(value);
      end
      found.(key) = value;
    end
  end
end

function value = value_of(pairs, key, default)
  value = default;
  if isfield(pairs, key)
    value = pairs.(key);
  end
end
