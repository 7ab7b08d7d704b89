import { createHash } from 'node:crypto';
import { COMMON } from './common-lua.ts';

/** Settles, then takes. Asked: [[settlement...], [take...]]; answers [now, 0, and for each take whether all fit, and for each demand fit (-1: nobody knows), count, held, reset]. A list is [0 or, to look, 1 or, to take if the one before was not taken by what yields to it, 2; demand...]. Of a demand, 1 says that it is held, and 2 that it yields too. */
const TAKE = `${COMMON}
if not redis.call('ZSCORE', live, replica) then return packed({now, -1}) end
local asked = cjson.decode(ARGV[4])

local function settle(kind, counter, at, part, used, held)
  local key = keyOf(kind, counter, at)
  if kind == 'n' then
    if redis.call('HINCRBY', key, 'h:' .. replica, held) <= 0 then redis.call('HDEL', key, 'h:' .. replica) end
    return
  end
  local field = kind == 's' and part or 'u'
  if redis.call('HEXISTS', key, field) == 0 then return end
  if kind == 's' then used, held = used + held, 0 end
  if used ~= 0 then
    redis.call('HINCRBY', key, field, used)
    redis.call('HINCRBY', key, field .. ':' .. replica, used)
  end
  if held ~= 0 then
    redis.call('HINCRBY', key, 'h:' .. replica, held)
    redis.call('HSET', key, 'x', 1)
  end
end
for _, one in ipairs(asked[1]) do settle(unpack(one)) end

local fields
local function aliveFields()
  if fields then return fields end
  fields = {'u', 'x', 'h:' .. replica}
  for _, one in ipairs(redis.call('ZRANGEBYSCORE', live, now - dead, '+inf', 'LIMIT', 0, MOST_ALIVE)) do
    if one ~= replica then fields[#fields + 1] = 'h:' .. one end
  end
  return fields
end

local function sum(values, from)
  local total = 0
  for index = from, #values do total = total + (tonumber(values[index]) or 0) end
  return total
end

-- What was used of a period before anybody counted here is told once. Until then nothing fits into a limit.
local function addBase(one)
  local base = tonumber(redis.call('HGET', one.key, 'b'))
  if not base and one.base < 0 then
    if one.limit >= UNLIMITED then return end
    one.count = math.max(one.count, one.limit)
    one.isUnknown = true
    return
  end
  -- Others know of more than is counted here: of replicas that ended while this server was away, or before it was emptied.
  local missing = math.max(0, one.least - (base or one.base) - (one.count - one.held))
  if not base then
    one.newBase, one.raised = one.base + missing, missing
  elseif missing > 0 then
    redis.call('HINCRBY', one.key, 'b', missing)
    redis.call('HINCRBY', one.key, 'r', missing)
  end
  one.count = one.count + (base or one.base) + missing
end

local function lookAtFixed(one)
  local values
  if one.kind == 'n' or one.isHeld then
    values = redis.call('HMGET', one.key, unpack(aliveFields()))
  else
    values = redis.call('HMGET', one.key, 'u', 'x')
    if values[2] then values = redis.call('HMGET', one.key, unpack(aliveFields())) end
  end
  one.isNew, one.isMarked = not values[1], values[2]
  one.held = sum(values, 3)
  one.count = (tonumber(values[1]) or 0) + one.held
  if one.kind == 'p' then addBase(one) end
end

-- A clock that stepped back finds parts of a time to come: they count from now on.
local function restamp(key, current)
  local all = redis.call('HGETALL', key)
  for index = 1, #all, 2 do
    local at, rest = string.match(all[index], '^(%d+)(.*)$')
    if at and tonumber(at) > current then
      redis.call('HINCRBY', key, current .. rest, all[index + 1])
      redis.call('HDEL', key, all[index])
    end
  end
  redis.call('HSET', key, 'z', current)
end

local function lookAtSliding(one)
  local part = partOf(one.ms)
  one.part, one.current = part, now - now % part
  one.first = (math.floor((now - one.ms - part) / part) + 1) * part
  local names = {'z'}
  for at = one.first, one.current, part do names[#names + 1] = at end
  local values = redis.call('HMGET', one.key, unpack(names))
  if values[1] and tonumber(values[1]) > one.current then
    restamp(one.key, one.current)
    values = redis.call('HMGET', one.key, unpack(names))
  end
  one.newest, one.values = tonumber(values[1]), values
  one.count, one.held = sum(values, 2), 0
end

local function look(demand)
  local one = {kind = demand[2], limit = demand[3], amount = demand[4], isHeld = demand[5] >= 1, yields = demand[5] == 2}
  local extra = demand[6]
  one.at = 0
  if one.kind == 'm' then one.at = now - now % 60000 end
  if one.kind == 'd' then
    one.at = extra[1] or now - now % 86400000
    for _, start in ipairs(extra) do if start <= now then one.at = start end end
  end
  if one.kind == 'p' then one.at, one.ends, one.base, one.least = extra[1], extra[2], extra[3], extra[4] end
  if one.kind == 's' then one.ms, one.at = extra, extra end
  one.key = keyOf(one.kind, demand[1], one.at)
  if one.kind == 's' then lookAtSliding(one) else lookAtFixed(one) end
  return one
end

local function addFixed(one)
  local key, own = one.key, (one.kind == 'n' or one.isHeld) and 'h:' or 'u:'
  redis.call('HINCRBY', key, own .. replica, one.amount)
  if one.kind == 'n' then return expire(key, 'n', 0) end
  if own == 'u:' then redis.call('HINCRBY', key, 'u', one.amount) end
  if own == 'h:' and not one.isMarked then redis.call('HSET', key, 'x', 1) end
  if one.newBase and redis.call('HSETNX', key, 'b', one.newBase) == 1 and one.raised > 0 then redis.call('HSET', key, 'r', one.raised) end
  if one.isNew then
    redis.call('HINCRBY', key, 'u', 0)
    expire(key, one.kind, one.at, one.ends)
  end
end

local function addSliding(one)
  local key = one.key
  redis.call('HINCRBY', key, one.current, one.amount)
  redis.call('HINCRBY', key, one.current .. ':' .. replica, one.amount)
  if one.newest == one.current then return end
  redis.call('HSET', key, 'z', one.current)
  expire(key, 's', one.ms)
  for _, field in ipairs(redis.call('HKEYS', key)) do
    local at = string.match(field, '^%d+')
    if at and tonumber(at) < one.first then redis.call('HDEL', key, field) end
  end
end

local function reset(one, count, added)
  if one.kind ~= 's' then return 0 end
  local over = count + one.amount - one.limit
  if over <= 0 then return 0 end
  for index = 2, #one.values do
    local at = one.first + (index - 2) * one.part
    over = over - (tonumber(one.values[index]) or 0)
    if at == one.current then over = over - added end
    if over <= 0 then return at + one.part + one.ms - now end
  end
  return one.ms
end

local answer = {now, 0}
local hasYielded = false
for _, take in ipairs(asked[2]) do
  local seen, sums, fits, yields = {}, {}, 1, false
  for index = 2, #take do
    local one = look(take[index])
    local before = sums[one.key] or 0
    one.fits = not one.isUnknown and one.count + before + one.amount <= one.limit
    if one.fits then
      sums[one.key] = before + one.amount
    else
      fits, yields = 0, yields or one.yields
    end
    seen[#seen + 1] = one
  end
  if take[1] == 2 and not hasYielded then fits = 0 end
  local isTaken = fits == 1 and take[1] ~= 1
  hasYielded = yields
  if isTaken then
    for _, one in ipairs(seen) do
      -- Nothing taken is noted too: what it is settled with later counts only where it was.
      if one.kind == 's' then addSliding(one)
      elseif one.kind ~= 'n' or one.amount > 0 then addFixed(one) end
    end
  end
  answer[#answer + 1] = fits
  for _, one in ipairs(seen) do
    local added = isTaken and sums[one.key] or 0
    answer[#answer + 1] = one.fits and 1 or (one.isUnknown and -1 or 0)
    answer[#answer + 1] = one.count + added
    answer[#answer + 1] = one.held + (isTaken and (one.kind == 'n' or one.isHeld) and added or 0)
    answer[#answer + 1] = reset(one, one.count + added, added)
  end
end
return packed(answer)
`;

/** Sets what this replica counts to its own values, whatever was there. Asked: [[kind, counter, start or ms, part, used, held]...]. */
const RESTORE = `${COMMON}
local function set(key, total, own, value)
  local before = tonumber(redis.call('HGET', key, own)) or 0
  if value == before then return 0 end
  redis.call('HSET', key, own, value)
  if total then redis.call('HINCRBY', key, total, value - before) end
  return value - before
end

-- What this replica counted while it was out may be in what others knew of and added.
local function takeOutOfRaised(key, more)
  local both = math.min(more, tonumber(redis.call('HGET', key, 'r')) or 0)
  if both <= 0 then return end
  redis.call('HINCRBY', key, 'r', -both)
  redis.call('HINCRBY', key, 'b', -both)
end

local ENDS = {m = 60000, d = LONGEST_DAY}
for _, one in ipairs(cjson.decode(ARGV[4])) do
  local kind, counter, at, part, used, held = unpack(one)
  local key = keyOf(kind, counter, at)
  if kind == 'n' then
    if held > 0 then
      redis.call('HSET', key, 'h:' .. replica, held)
      expire(key, 'n', 0)
    else
      redis.call('HDEL', key, 'h:' .. replica)
    end
  elseif kind == 's' then
    if part + partOf(at) + at > now then
      set(key, part, part .. ':' .. replica, used + held)
      local newest = tonumber(redis.call('HGET', key, 'z')) or 0
      if part > newest then redis.call('HSET', key, 'z', part) end
      expire(key, 's', at)
    end
  elseif (ENDS[kind] and at + ENDS[kind] or part) > now and (used + held > 0 or redis.call('EXISTS', key) == 1) then
    local more = set(key, 'u', 'u:' .. replica, used)
    if kind == 'p' then takeOutOfRaised(key, more) end
    set(key, nil, 'h:' .. replica, held)
    if held > 0 then redis.call('HSET', key, 'x', 1) end
    redis.call('HINCRBY', key, 'u', 0)
    expire(key, kind, at, part)
  end
end
return packed({now, 0})
`;

/**
 * Says that a replica lives. Asked: `beat`, by one that is known; `first` or `again`, by one that joins; `leave`. Answers [now, how long counts are
 * gathered still, ms], or [now, -1] to a beat of one that is not known: the store was emptied.
 */
const PRESENT = `${COMMON}
local word, gather = string.match(ARGV[4], '^(%a+) (%d+)$')
if word == 'leave' then
  redis.call('ZREM', live, replica)
  return packed({now, 0})
end
redis.call('ZREMRANGEBYSCORE', live, '(' .. now + 86400000, '+inf')
-- A clock that stepped back finds words of a time to come: they were said now, so that who is dead does not hold for longer.
for _, one in ipairs(redis.call('ZRANGEBYSCORE', live, '(' .. now + KEPT + gather, '+inf', 'LIMIT', 0, MOST_ALIVE)) do
  redis.call('ZADD', live, now, one)
end
local isKnown = redis.call('ZSCORE', live, replica)
if word == 'beat' and not isKnown then return packed({now, -1}) end
local ends = tonumber(redis.call('ZSCORE', live, '!')) or 0
if word == 'again' and not isKnown and ends <= now then
  ends = now + gather
  redis.call('ZADD', live, ends, '!')
end
redis.call('ZADD', live, now, replica)
redis.call('ZREMRANGEBYSCORE', live, '-inf', now - 86400000)
redis.call('PEXPIRE', live, 172800000)
return packed({now, math.max(0, ends - now)})
`;

/** A script, and the name by which a server that has it runs it. */
export interface Script {
  readonly lua: string;
  readonly sha: string;
}

export const script = (lua: string): Script => ({
  lua,
  sha: createHash('sha1').update(lua).digest('hex'),
});

export const SCRIPTS = {
  take: script(TAKE),
  restore: script(RESTORE),
  present: script(PRESENT),
};
