/**
 * Lua, as Redis and Valkey run it. All keys begin with KEYS[1], which holds the hash tag of the installation, so that in a cluster they are on one node:
 *   :live                 sorted set: replica → when it last said so, ms; and `!` → until when counts are being gathered anew
 *   :m:<start>:<counter>  hash of a minute, :d: of a day, :p: of a period: `u` used by all, `u:<replica>` of it by this one, `h:<replica>` held by this one,
 *                         `x` is there once anything was held. What dead replicas hold does not count.
 *                         Of a period, `b` is what was used and no replica counts here, and `r` what of it was added later, since others know of it.
 *   :n:<counter>          hash of what is held now: `h:<replica>`
 *   :s:<ms>:<counter>     hash of a sliding window: `<start>` taken in that part by all, `<start>:<replica>` of it by this one, `z` the newest start
 * ARGV: replica; the time or '' for the server's; after how many ms a replica without a word is dead; what is asked.
 */
export const COMMON = `
local prefix, replica, dead = KEYS[1], ARGV[1], tonumber(ARGV[3])
local live = prefix .. ':live'
local now = tonumber(ARGV[2])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

-- Answers are doubles, one after another: a client reads them many times as fast as a list of integers.
local function packed(numbers)
  local pieces = {}
  for first = 1, #numbers, 1000 do
    local last = math.min(first + 999, #numbers)
    pieces[#pieces + 1] = struct.pack('<' .. string.rep('d', last - first + 1), unpack(numbers, first, last))
  end
  return table.concat(pieces)
end

local KEPT = 60000
-- A limit that leaves everything open.
local UNLIMITED = 9007199254740991
local LONGEST_DAY = 90000000
-- What is unpacked has to fit on Lua's stack, of 8,000: so many replicas are looked at.
local MOST_ALIVE = 1000

local function keyOf(kind, counter, at)
  if kind == 'n' then return prefix .. ':n:' .. counter end
  return prefix .. ':' .. kind .. ':' .. at .. ':' .. counter
end

local function partOf(ms) return math.max(1, math.floor(ms / 16)) end

local function expire(key, kind, at, ends)
  local left = 86400000
  if kind == 'm' then left = at + 60000 + KEPT - now end
  if kind == 'd' then left = at + LONGEST_DAY + KEPT - now end
  if kind == 'p' then left = ends + KEPT - now end
  if kind == 's' then left = at + partOf(at) + 1000 end
  -- The server does not know when it is over by a clock that is not its own.
  if ARGV[2] ~= '' then left = left + KEPT end
  redis.call('PEXPIRE', key, math.max(1000, left))
end
`;
