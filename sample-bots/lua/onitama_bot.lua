-- Plays Onitama and looks one move ahead: it takes a win, avoids a loss, and prefers captures. It
-- plays other games by random legal moves.

local referee = require("referee")

local BASES = { A = "e3", B = "a3" }
local WALL = { u = { -1, 0 }, l = { 0, -1 }, d = { 1, 0 }, r = { 0, 1 } }

-- The parts of a move such as 1e4d3r: start, target, step of the wall.
local function parts(move)
  return move:sub(2, 3), move:sub(4, 5), move:sub(6, 6)
end

-- The square after a step; beyond the edge it has a name that no square has.
local function shifted(square, step)
  local row, column = square:byte(1, 2)
  return string.char(row + step[1], column + step[2])
end

-- The steps (down, right) on a card; B sees its cards turned by 180 degrees.
local function steps(card, holder)
  local cells = card:gsub("/", "")
  local pawn = cells:find("o") - 1
  local sign = holder == "A" and 1 or -1
  local found = {}
  for cell in cells:gmatch("()x") do
    local x = cell - 1
    found[#found + 1] = { sign * (x // 5 - pawn // 5), sign * (x % 5 - pawn % 5) }
  end
  return found
end

-- The fields of a state line. The board is a table from squares such as "e3" to pieces.
local function read(state)
  local board, me, a1, a2, b1, b2 = state:match("(%S+) (%S+) %S+ (%S+) (%S+) (%S+) (%S+)")
  local position = { board = {}, me = me, rival = me == "A" and "B" or "A", replies = {} }
  local i = 0
  for piece in board:gmatch("[^/]") do
    position.board[shifted("a1", { i // 5, i % 5 })] = piece
    i = i + 1
  end
  -- My move changes only my own cards, not the opponent's.
  for _, card in ipairs(me == "A" and { b1, b2 } or { a1, a2 }) do
    for _, step in ipairs(steps(card, position.rival)) do
      table.insert(position.replies, step)
    end
  end
  return position
end

-- Whether a move wins: by capturing the general or entering the opponent's base.
local function wins(position, move)
  local start, target = parts(move)
  local enters = position.board[start] == position.me and target == BASES[position.rival]
  return enters or position.board[target] == position.rival
end

-- The board after a move, including the wall's step.
local function after(position, move)
  local board, wall_at = {}, nil
  for square, piece in pairs(position.board) do
    board[square] = piece
    wall_at = piece == "W" and square or wall_at
  end
  local start, target, wall = parts(move)
  if start ~= "XX" then
    board[target], board[start] = board[start], "."
  end
  if wall ~= "s" then
    local new = shifted(wall_at, WALL[wall])
    -- A soldier of this player changes places with the wall.
    board[wall_at], board[new] = board[new], "W"
  end
  return board
end

-- Whether the opponent can win with its next move.
local function exposes(position, move)
  local me, rival = position.me, position.rival
  local board = after(position, move)
  for square, pawn in pairs(board) do
    if pawn:upper() == rival then
      for _, step in ipairs(position.replies) do
        local target = shifted(square, step)
        -- The opponent's own soldier may block the base.
        local free = board[target] ~= rival:lower()
        local enters = pawn == rival and target == BASES[me] and free
        if enters or board[target] == me then
          return true
        end
      end
    end
  end
  return false
end

-- Sort the legal moves into better and worse ones, and choose one of the best.
local function choose(turn)
  if turn.game ~= "onitama" or #turn.legal == 0 then
    return turn:pick(turn.legal)
  end
  local position = read(turn.state)
  local winning, captures, safe = {}, {}, {}
  for _, move in ipairs(turn.legal) do
    local start, target = parts(move)
    if wins(position, move) then
      table.insert(winning, move)
    elseif not exposes(position, move) then
      table.insert(safe, move)
      if position.board[target] == position.rival:lower() then
        table.insert(captures, move)
      end
    end
  end
  local move = turn:pick(winning) or turn:pick(captures) or turn:pick(safe) or turn:pick(turn.legal)
  if not move:find("XX") then -- XX: no pawn can move
    turn:arrow(parts(move))
  end
  turn:info({ text = #winning > 0 and "a win" or #safe .. " of " .. #turn.legal .. " are safe" })
  return move
end

referee.play(choose, "lua-onitama")
