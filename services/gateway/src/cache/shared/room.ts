/** What the cache leaves of the server's memory to the counters of limits, which it must not refuse. */
const SHARE = 0.5;

/** Begins a script: whether the server has memory left for so many bytes of the cache. */
export const HAS_ROOM = `
local function hasRoom(bytes)
  local told = redis.call('INFO', 'memory')
  local used, most = tonumber(told:match('used_memory:(%d+)')), tonumber(told:match('maxmemory:(%d+)'))
  return used and most and (most == 0 or used + bytes <= most * ${String(SHARE)})
end`;
