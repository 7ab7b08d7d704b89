import { within } from '../../time/within.ts';
import { script } from './scripts.ts';
import type { Store } from './store.ts';

/** What a replica told the others. */
export interface Notice {
  readonly replica: string;
  /** By the server's clock, ms. */
  readonly ageMs: number;
  readonly text: string;
}

export interface BoardOptions {
  readonly store: Pick<Store, 'isReady' | 'run'>;
  /** A name of this process that no other has, nor had. */
  readonly replica: string;
  /** What a replica told is gone after so long without another word from it, ms. */
  readonly keptMs: number;
  /** The server may take so long for an answer, ms. */
  readonly patienceMs: number;
  /** What is told there, as a word of a key; absent: `seen`. */
  readonly topic?: string;
}

/** One answer holds at most so many notices, the newest first, and so many bytes of text. */
export const MOST_NOTICES = 256;
export const MOST_ANSWERED_BYTES = 262_144;

/**
 * KEYS[1]: the installation's prefix; ARGV: replica; for how long its text is kept, ms; the text, empty to take it away; the topic. Answers replica, age and text of
 * each of the others. The keys beside those of the counters:
 *   :<topic>            sorted set: replica → when it put its text there, ms
 *   :<topic>:<replica>  hash: `t` the text
 */
const EXCHANGE = script(`
local board, replica, kept, text = KEYS[1] .. ':' .. ARGV[4], ARGV[1], tonumber(ARGV[2]), ARGV[3]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local own = board .. ':' .. replica
if text == '' then
  redis.call('ZREM', board, replica)
  redis.call('HDEL', own, 't')
  return {}
end
redis.call('HSET', own, 't', text)
redis.call('PEXPIRE', own, kept)
redis.call('ZADD', board, now, replica)
redis.call('ZREMRANGEBYSCORE', board, '-inf', now - kept)
-- What this server's clock has not said would be the newest for as long as it likes. Who lives puts itself there again.
redis.call('ZREMRANGEBYSCORE', board, '(' .. now, '+inf')
redis.call('PEXPIRE', board, kept)
local said, room = {}, ${String(MOST_ANSWERED_BYTES)}
local all = redis.call('ZREVRANGEBYSCORE', board, '+inf', '-inf', 'WITHSCORES', 'LIMIT', 0, ${String(MOST_NOTICES + 1)})
for index = 1, #all, 2 do
  local other = all[index]
  local one = other ~= replica and redis.call('HGET', board .. ':' .. other, 't')
  if other ~= replica and not one then redis.call('ZREM', board, other) end
  if one then
    room = room - #one
    if room < 0 then break end
    said[#said + 1] = other
    said[#said + 1] = math.max(0, now - all[index + 1])
    said[#said + 1] = one
  end
end
return said
`);

/** Where each replica of an installation puts up one text for the others, which goes by itself when the replica does. */
export class Board {
  private readonly options: BoardOptions;
  private isWaiting = false;

  constructor(options: BoardOptions) {
    this.options = options;
  }

  /** Whether there is a connection. */
  get isReady(): boolean {
    return this.options.store.isReady;
  }

  /** Puts up a text in place of the one before, and answers what the others have put up: one command. Rejects where the server does not answer. */
  async exchange(text: string): Promise<Notice[]> {
    const said = await this.say(text);
    const notices: Notice[] = [];
    for (let at = 0; at + 2 < said.length; at += 3) {
      const [replica, ageMs, one] = said.slice(at, at + 3);
      notices.push({ replica: String(replica), ageMs: Number(ageMs), text: String(one) });
    }
    return notices;
  }

  /** Takes away what this replica put up. */
  async leave(): Promise<void> {
    await this.say('');
  }

  private async say(text: string): Promise<readonly unknown[]> {
    const { store, replica, keptMs, patienceMs, topic = 'seen' } = this.options;
    // What a server that hangs was asked stays in memory until the connection goes: it is asked no more than once.
    if (this.isWaiting) throw new Error('no answer yet');
    this.isWaiting = true;
    const answer = store.run(EXCHANGE, replica, String(keptMs), text, topic).finally(() => {
      this.isWaiting = false;
    });
    const said: unknown = await within(answer, patienceMs);
    if (!Array.isArray(said)) throw new TypeError('the board answered what it cannot answer');
    return said as readonly unknown[];
  }
}
