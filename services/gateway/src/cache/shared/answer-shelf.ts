import { script } from '@aicp/common/counters/redis/scripts';
import type { Store } from '@aicp/common/counters/redis/store';
import { HAS_ROOM } from './room.ts';

/** KEYS[1]: the installation's prefix; ARGV: name; how many bytes are read at most. Answers nothing where nothing stands there. */
const READ = script(`
return redis.call('GETRANGE', KEYS[1] .. ':cache:' .. ARGV[1], 0, ARGV[2] - 1)
`);

/** KEYS[1]: as above; ARGV: name; value; for how long it is kept, ms. Answers 1, or 0 where the server has too little memory left. */
const WRITE = script(`${HAS_ROOM}
if not hasRoom(#ARGV[2]) then return 0 end
redis.call('SET', KEYS[1] .. ':cache:' .. ARGV[1], ARGV[2], 'PX', ARGV[3])
return 1
`);

/** Where gateways put bytes for one another: in the server in which they count. */
export class AnswerShelf {
  private readonly store: Pick<Store, 'run' | 'runForBytes'>;

  constructor(store: Pick<Store, 'run' | 'runForBytes'>) {
    this.store = store;
  }

  /** The first `most` bytes of what stands under a name; none where nothing does. Rejects with what the server says, or with that it is gone. */
  async read(name: string, most: number): Promise<Buffer> {
    const reply = await this.store.runForBytes(READ, name, String(most));
    if (!Buffer.isBuffer(reply)) throw new TypeError('it answered what it cannot answer');
    return reply;
  }

  /** Whether it is kept there now; false: there is no room. Rejects likewise. */
  async write(name: string, value: Buffer, ttlMs: number): Promise<boolean> {
    const reply = await this.store.run(WRITE, name, value, String(ttlMs));
    return reply === 1;
  }
}
