import { Problem } from '@aicp/common/errors/problem';
import type { Clock } from '@aicp/common/time/clock';
import fc from 'fast-check';
import type { Answer, RouteContext } from '../../route/route.ts';

/** What happens to one attempt of a request at a replica. */
export interface Attempt {
  readonly replica: 0 | 1;
  /** When it comes, and how long the replica is stopped before and after its write, ms. */
  readonly startMs: number;
  readonly beforeWriteMs: number;
  readonly afterWriteMs: number;
  /** Where its replica dies, or how it is refused; `ok`: neither. */
  readonly fate:
    | 'ok'
    | 'refused before it writes'
    | 'refused by the write'
    | 'dies before it writes'
    | 'dies before the write is made'
    | 'dies after the write'
    | 'dies before its answer is kept'
    | 'fails after the write';
}

const delay = fc.constantFrom(0, 50, 1_000, 2_500, 30_000, 59_900, 60_000, 61_000);

export const randomAttempt: fc.Arbitrary<Attempt> = fc.record({
  replica: fc.constantFrom(0, 1),
  startMs: fc.constantFrom(0, 0, 50, 500, 3_000, 60_000, 62_000, 125_000),
  beforeWriteMs: delay,
  afterWriteMs: delay,
  fate: fc.constantFrom<Attempt['fate'][]>(
    'ok',
    'ok',
    'ok',
    'refused before it writes',
    'refused by the write',
    'dies before it writes',
    'dies before the write is made',
    'dies after the write',
    'dies before its answer is kept',
    'fails after the write',
  ),
});

/** What was written, as the world sees it. */
export interface World {
  readonly clock: Clock;
  readonly writes: Attempt[];
}

/** A replica that is dead does nothing more, and answers nobody. */
export const dead = (): Promise<never> => new Promise(() => undefined);

const stopped = async (clock: Clock, ms: number): Promise<void> => {
  if (ms > 0) await clock.sleep(ms);
};

/** What a route's handler does in such an attempt: it makes one thing, under a name and with a key of chance. */
export const handlerOf =
  (attempt: Attempt, { clock, writes: made }: World) =>
  async ({ writes }: RouteContext): Promise<Answer> => {
    const { fate } = attempt;
    await stopped(clock, attempt.beforeWriteMs);
    if (fate === 'refused before it writes') throw new Problem(422, 'It is not valid.');
    if (fate === 'dies before it writes') return await dead();
    await writes?.begin();
    if (fate === 'dies before the write is made') return await dead();
    if (fate === 'refused by the write') {
      writes?.refused();
      throw new Problem(409, 'The name is taken.');
    }
    made.push(attempt);
    if (fate === 'dies after the write') return await dead();
    await stopped(clock, attempt.afterWriteMs);
    if (fate === 'fails after the write') throw new Error('the answer went wrong');
    return { status: 201, body: { key: `aicp_${made.length}`, at: clock.now() } };
  };
