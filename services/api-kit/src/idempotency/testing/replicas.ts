import { Problem } from '@aicp/common/errors/problem';
import { ManualClock, until } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import type { Clock } from '@aicp/common/time/clock';
import fc from 'fast-check';
import { randomUUID, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Role } from '../../access/principal.ts';
import { noteBody } from '../../route/read-input.ts';
import type { Answer, RouteContext } from '../../route/route.ts';
import { contextOf, somebody } from '../../route/testing/route-context.ts';
import type { KitDatabase } from '../../testing/kit-database.ts';
import {
  type Handler,
  IdempotentAnswers,
  type IdempotentAnswersOptions,
} from '../idempotent-answers.ts';
import { RecordStore } from '../records/record-store.ts';
import { recordIdOf } from '../records/sealing.ts';

export const NOW = Date.UTC(2026, 10, 21, 12);
export const CALLER = 'caller key-1';

type Sending = Partial<Parameters<typeof keyedRequest>[0]> & { readonly caller?: string };

/** Two replicas on one database, and a caller who sends a request with one key to either. */
export class TwoReplicas {
  readonly clock = new ManualClock(NOW);
  readonly store: RecordStore;
  readonly one: IdempotentAnswers;
  readonly other: IdempotentAnswers;
  key = randomUUID() as string;
  /** How many things were made. */
  made = 0;

  constructor(database: KitDatabase) {
    this.store = new RecordStore({ database });
    this.one = replicaOn(database, this.clock);
    this.other = replicaOn(database, this.clock);
  }

  /** Creates something, and answers its secret. */
  readonly create: Handler = async ({ writes }: RouteContext): Promise<Answer> => {
    await writes?.begin();
    this.made += 1;
    const body = { id: this.made, key: `aicp_${this.made}` };
    return { status: 201, body, headers: { ETag: '"1"' } };
  };

  async send(
    replica: IdempotentAnswers,
    handler = this.create,
    more: Sending = {},
  ): Promise<Answer> {
    const context = keyedRequest({ key: this.key, ...more });
    return await replica.answer(context, more.caller ?? CALLER, handler);
  }

  /** Sends it, and lets time pass while it waits for that, and none while it waits for the database. */
  async sendAndWait(replica: IdempotentAnswers): Promise<Answer> {
    let isSettled = false;
    const sent = this.send(replica).finally(() => {
      isSettled = true;
    });
    sent.catch(() => undefined);
    await until('it is answered', async () => {
      if (this.clock.sleeping > 0) await this.clock.advance(100);
      return isSettled;
    });
    return await sent;
  }

  /** Begins a request that goes on until `finish` is called; what it comes to is `answer`. */
  async begin(handler: Handler): Promise<{ answer: Promise<Answer>; finish: () => void }> {
    const { promise: held, resolve: finish } = Promise.withResolvers<undefined>();
    const answer = this.send(this.one, async (context) => {
      await held;
      return await handler(context);
    });
    answer.catch(() => undefined);
    await until('it is running', async () => (await this.row()) !== undefined);
    return {
      answer,
      finish: () => {
        finish(undefined);
      },
    };
  }

  /** What is kept of the request. */
  async row() {
    return await this.store.find(recordIdOf(JSON.stringify([CALLER, null]), this.key));
  }
}

/** A Problem with a status, whose sentence holds a text. */
export const problem = (status: number, text: string): Error =>
  expect.objectContaining({ status, detail: expect.stringContaining(text) as string }) as Error;

/** The secret of an installation of the tests'. */
export const SECRET = { id: 'secret-1', bytes: Buffer.alloc(32, 7) };

/** One replica of the service on a database that it shares. */
export const replicaOn = (
  database: Pick<KitDatabase, 'kysely'>,
  clock: Clock,
  changes: Partial<IdempotentAnswersOptions> = {},
): IdempotentAnswers =>
  new IdempotentAnswers({
    store: new RecordStore({ database }),
    secret: { current: () => Promise.resolve(SECRET) },
    log: recordingLog().log,
    clock,
    randomBytes,
    ...changes,
  });

/** A POST with an Idempotency-Key, as a route's handler is given it. */
export function keyedRequest(options: {
  readonly key: string | undefined;
  readonly body?: string;
  readonly url?: string;
  readonly role?: Role;
}): RouteContext {
  const { key, body = '{"name":"a"}', url = '/api/v1/teams', role = 'org_admin' } = options;
  const request = { method: 'POST', originalUrl: url, get: () => key };
  const sent = request as unknown as RouteContext['request'];
  noteBody(sent, Buffer.from(body));
  return contextOf(somebody(role), { request: sent });
}

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
