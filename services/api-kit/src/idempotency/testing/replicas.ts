import { randomUUID, randomBytes } from 'node:crypto';
import { ManualClock, until } from '@aicp/common/kubernetes/testing/manual-clock';
import { expect } from 'vitest';
import type { KitDatabase } from '../../testing/kit-database.ts';
import type { Answer, RouteContext } from '../../route/route.ts';
import {
  type Handler,
  IdempotentAnswers,
  type IdempotentAnswersOptions,
} from '../idempotent-answers.ts';
import { RecordStore } from '../records/record-store.ts';
import { recordIdOf } from '../records/sealing.ts';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import type { Clock } from '@aicp/common/time/clock';
import type { Role } from '../../access/principal.ts';
import { contextOf, somebody } from '../../route/testing/route-context.ts';
import { noteBody } from '../../route/read-input.ts';

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
