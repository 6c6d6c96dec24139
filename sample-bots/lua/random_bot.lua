-- Plays any game by random legal moves. Write your own choose, and it is your bot.

local referee = require("referee")

-- Return one of turn.legal; nil resigns. It is empty only if the tournament says legal=off.
local function choose(turn)
  return turn:pick(turn.legal)
end

referee.play(choose, "lua-random")
