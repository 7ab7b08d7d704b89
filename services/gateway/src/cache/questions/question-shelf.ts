import { randomBytes } from 'node:crypto';
import { script } from '@aicp/common/counters/redis/scripts';
import type { Store } from '@aicp/common/counters/redis/store';
import { HAS_ROOM } from '../shared/room.ts';

/** So many of a group are kept there; the oldest go first. */
const MOST_OF_GROUP = 128;
/** The longest that is read: vectors have at most 4,096 parts of 4 bytes, and texts 2,048 characters. */
const MOST_QUESTION_BYTES = 32_768;
/** So much is read at a time, and opened: two milliseconds' work. A gateway that lacks more reads on with the next request. */
const MOST_READ_BYTES = 262_144;
const MOST_READ = 32;

/**
 * A group is a hash: `n` counts what was ever written, and slot n % 128 has the nth. `g` is another one whenever the hash was made anew, so that nobody
 * takes one count for the other.
 *
 * KEYS[1]: the installation's prefix; ARGV: name; what `g` and `n` were when the group was read last. Answers nothing where there is no group;
 * else `g`, up to where this read, and what is new, the oldest first. The size of everything is asked for before it is read. What cannot be a question is answered as one
 * of no bytes, whoever put it there.
 */
const READ = script(`
local key = KEYS[1] .. ':alike:' .. ARGV[1]
local size = redis.pcall('HSTRLEN', key, 'n')
if type(size) == 'table' then
  if string.find(size.err, 'WRONGTYPE', 1, true) then return {'', '0', ''} end
  return size
end
if size == 0 then return {} end
local told = size <= 14 and string.match(redis.call('HGET', key, 'n'), '^%d+$')
local made = redis.call('HSTRLEN', key, 'g') == 16 and redis.call('HGET', key, 'g')
if not told or not made then return {'', '0', ''} end
local last, from, left = tonumber(told), tonumber(ARGV[3]) + 1, ${String(MOST_READ_BYTES)}
if made ~= ARGV[2] or from > last + 1 then from = 1 end
from = math.max(from, last - ${String(MOST_OF_GROUP - 1)})
local answer = {made, ''}
while from <= last and #answer < ${String(MOST_READ + 2)} do
  local slot = string.format('%d', from % ${String(MOST_OF_GROUP)})
  local bytes = redis.call('HSTRLEN', key, slot)
  if bytes > ${String(MOST_QUESTION_BYTES)} then answer[#answer + 1] = ''
  elseif bytes > left then break
  else
    answer[#answer + 1] = redis.call('HGET', key, slot) or ''
    left = left - bytes
  end
  from = from + 1
end
answer[2] = string.format('%.0f', from - 1)
return answer
`);

/**
 * KEYS[1]: as above; ARGV: name; `g` of a group that begins; a question; for how long the group is kept then, ms. Answers 1, or 0 where the server has too little memory left.
 * What somebody else put in the group's place makes room for it: PEXPIRE with 0 deletes, by a right that is there already.
 */
const WRITE = script(`${HAS_ROOM}
if not hasRoom(#ARGV[3]) then return 0 end
local key = KEYS[1] .. ':alike:' .. ARGV[1]
local count = redis.pcall('HINCRBY', key, 'n', 1)
local isOfOthers = false
if type(count) == 'table' then
  for _, words in ipairs({'WRONGTYPE', 'not an integer', 'overflow'}) do
    isOfOthers = isOfOthers or string.find(count.err, words, 1, true)
  end
  if not isOfOthers then return count end
else
  isOfOthers = count < 1 or count > 99999999999999 or (count > 1 and redis.call('HSTRLEN', key, 'g') ~= 16)
end
if isOfOthers then
  redis.call('PEXPIRE', key, 0)
  count = redis.call('HINCRBY', key, 'n', 1)
end
redis.call('HSETNX', key, 'g', ARGV[2])
redis.call('HSET', key, string.format('%d', count % ${String(MOST_OF_GROUP)}), ARGV[3])
redis.call('PEXPIRE', key, ARGV[4])
return 1
`);

/** Up to where a group was read. */
export interface Position {
  readonly made: string;
  readonly count: string;
}

/** What is new of a group, as it stands there. */
export interface News {
  readonly sealed: readonly Buffer[];
  /** Where to read on; undefined: there is no group. */
  readonly position: Position | undefined;
}

const START: Position = { made: '', count: '0' };
const COUNT = /^\d{1,15}$/;

/** Where gateways tell one another of questions: in the server in which they count. */
export class QuestionShelf {
  private readonly store: Pick<Store, 'run' | 'runForBytes'>;

  constructor(store: Pick<Store, 'run' | 'runForBytes'>) {
    this.store = store;
  }

  /** What is new of the group of a name since `position`. Rejects with what the server says, or with that it is gone. */
  async read(name: string, { made, count }: Position = START): Promise<News> {
    const reply: unknown = await this.store.runForBytes(READ, name, made, count);
    if (!Array.isArray(reply) || !reply.every((one) => Buffer.isBuffer(one))) {
      throw new TypeError('it answered what it cannot answer');
    }
    const [madeNow, countNow, ...sealed] = reply;
    if (!madeNow || !countNow) return { sealed, position: undefined };
    const position = { made: madeNow.toString('latin1'), count: countNow.toString('latin1') };
    if (!COUNT.test(position.count)) throw new TypeError('it answered what it cannot answer');
    return { sealed, position };
  }

  /** Whether a question is in its group now; false: there is no room. Rejects likewise. */
  async write(name: string, question: Buffer, ttlMs: number): Promise<boolean> {
    const made = randomBytes(12).toString('base64url');
    const reply = await this.store.run(WRITE, name, made, question, String(ttlMs));
    return reply === 1;
  }
}
