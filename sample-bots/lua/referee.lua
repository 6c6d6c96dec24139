-- The bot's side of the referee's protocol: play asks your choose(turn) for moves.
-- Needs only Lua 5.4. You don't need to change this file.

local referee = {}

-- The information that a bot has when it is to move. Each game begins with a new one.
local Turn = {}
Turn.__index = Turn

local function new_turn(game, options)
  math.randomseed(options.seed or 1)
  return setmetatable({
    game = game, -- the game's name, such as "onitama"
    options = options, -- all pairs of the game line
    seat = options.seat or "A", -- your letter
    seats = options.seats or "AB", -- the letters of all players
    random = math.random, -- the same numbers for one seed
    state = "", -- the state line: the whole position
    legal = {}, -- the legal moves
    clock = {}, -- the pairs of the go line, such as move_ms
    happened = {}, -- moves and dice since your last turn
    asked = os.clock(), -- when go was read
    remarks = {}, -- collected by info, mark and arrow
  }, Turn)
end

-- Return an element of a list, each with the same probability; nil if it is empty.
function Turn:pick(list)
  return #list > 0 and list[self.random(#list)] or nil
end

-- Milliseconds since go was read. Lua has only a clock of CPU time, which stops while the bot
-- waits.
function Turn:elapsed_ms()
  return (os.clock() - self.asked) * 1000
end

-- Milliseconds left for this move or, with a clock for the game, on that clock.
function Turn:left_ms()
  local clock = self.clock
  return (clock.move_ms or clock.clock_ms or clock.cap_ms or math.huge) - self:elapsed_ms()
end

-- Add a remark to the next move: turn:info({ depth = 6, score = 1.5, text = "hm" }).
function Turn:info(pairs_of_info)
  for key, value in pairs(pairs_of_info) do
    self.remarks[key] = value
  end
end

local function collect(remarks, key, ...)
  local list = remarks[key] or {}
  remarks[key] = table.move({ ... }, 1, select("#", ...), #list + 1, list)
end

-- Mark squares on the board that viewers draw: turn:mark("e4", "e5").
function Turn:mark(...)
  collect(self.remarks, "mark", ...)
end

-- Draw an arrow from square to square: turn:arrow("d1", "d2").
function Turn:arrow(start, target)
  collect(self.remarks, "arrow", start .. target)
end

-- Write a line and flush it: an answer that stays in the buffer loses on time.
local function say(line)
  io.write(line, "\n")
  io.flush()
end

-- The words of a line.
local function split(line)
  local words = {}
  for word in line:gmatch("%S+") do
    words[#words + 1] = word
  end
  return words
end

-- The key=value pairs of a line; whole numbers become numbers.
local function pairs_of(line)
  local found = {}
  for key, value in line:gmatch("([^%s=]+)=(%S*)") do
    found[key] = value:match("^%d+$") and math.tointeger(value) or value
  end
  return found
end

-- An info line; lists are joined by commas, blanks need quotation marks.
local function info_line(remarks)
  local words = {}
  for key, value in pairs(remarks) do
    local text = type(value) == "table" and table.concat(value, ",") or tostring(value)
    text = text:gsub("%s+", " "):gsub('"', "'")
    words[#words + 1] = key .. "=" .. (text:find(" ") and '"' .. text .. '"' or text)
  end
  table.sort(words)
  return "info " .. table.concat(words, " ")
end

-- Talk to the referee until quit or the end of the input. choose returns a move, or nil to
-- resign.
function referee.play(choose, name)
  local turn = new_turn("", {})
  for input in io.lines() do
    local line = input:match("^%s*(.-)%s*$")
    local keyword, rest = line:match("^(%S*)%s*(.*)$")
    if keyword == "hello" then
      say("ready " .. name)
    elseif keyword == "game" then
      turn = new_turn(rest:match("^%S*"), pairs_of(rest))
    elseif keyword == "state" then
      turn.state, turn.legal = rest, {}
    elseif keyword == "legal" then
      turn.legal = split(rest)
    elseif keyword == "played" or keyword == "chance" or keyword == "out" then
      turn.happened[#turn.happened + 1] = line
    elseif keyword == "go" then
      turn.asked, turn.clock, turn.remarks = os.clock(), pairs_of(rest), {}
      local move = choose(turn)
      if next(turn.remarks) then
        say(info_line(turn.remarks))
      end
      say(move and "move " .. move or "resign")
      turn.happened = {}
    elseif keyword == "error" then
      io.stderr:write(rest, "\n") -- an error message
    elseif keyword == "quit" then
      break
    end
    -- The result and unknown keywords need no answer.
  end
end

return referee
