import { hash } from 'node:crypto';
import { DatabaseUnavailable } from '@aicp/common/database/gated-pool';
import { describeCause } from '@aicp/common/database/engine/survive-loss';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { Answer, RouteContext } from '../route/route.ts';
import { bodyDigestOf } from '../route/read-input.ts';
import { decide } from './decide.ts';
import { GuardedWrites } from './guarded-writes.ts';
import { REPLAYED_HEADER, keyIn } from '../route/idempotency-key.ts';
import { refusalProblem, stillRunning, tooManyKeys } from './problems.ts';
import type { Held, RecordStore } from './records/record-store.ts';
import { RecordSeal, recordIdOf, type SharedSecret } from './records/sealing.ts';
import { z } from 'zod';

/** api.md: a key is honoured for so long, ms. */
export const KEPT_MS = 86_400_000;
/** A replica that has not written by then may be dead: another one may take its request over. */
export const LEASE_MS = 60_000;
/** So long a request waits for the same one that is running, and looks so often, ms. */
const WAIT_MS = 2_000;
const LOOK_MS = 100;
/** Of one caller that count at a time. */
const MOST_KEPT = 10_000;

export interface IdempotentAnswersOptions {
  readonly store: RecordStore;
  readonly secret: Pick<SharedSecret, 'current'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly randomBytes: (count: number) => Buffer;
  /** Requests of one caller that are remembered at a time; MOST_KEPT where nothing is said. */
  readonly mostKept?: number;
}

export type Handler = (context: RouteContext) => Promise<Answer>;

interface Sent {
  readonly id: string;
  readonly caller: string;
  readonly seal: RecordSeal;
  readonly fingerprint: string;
}

/** Runs a request that has a key once, and answers it again as often as it is sent. */
export class IdempotentAnswers {
  private readonly options: IdempotentAnswersOptions;

  constructor(options: IdempotentAnswersOptions) {
    this.options = options;
  }

  /**
   * What `handler` answers, or answered before to the same request of the same caller. Without a key it is just run. Rejects with a
   * Problem where neither is possible, and with DatabaseUnavailable: what can't be remembered is not run.
   */
  async answer(context: RouteContext, caller: string, handler: Handler): Promise<Answer> {
    const key = keyIn(context.request);
    if (key === undefined) return await handler(context);
    const sent = await this.sent(context, { caller, key });
    const claimed = await this.claimOrReplay(sent);
    if ('answer' in claimed) return claimed.answer;
    await this.requireRoom(sent, claimed.held);
    return await this.run({ context, handler, sent, held: claimed.held });
  }

  private async sent(
    { request, ifMatch, principal }: RouteContext,
    { caller, key }: { caller: string; key: string },
  ): Promise<Sent> {
    const { secret, randomBytes } = this.options;
    const { organizationUid, role } = principal;
    // An organization that is created anew under an old name has other members, and they are other callers.
    const own = JSON.stringify([caller, organizationUid ?? null]);
    const id = recordIdOf(own, key);
    const seal = new RecordSeal({ id, key, secret: await secret.current(), randomBytes });
    const { method, originalUrl } = request;
    const parts = [method, originalUrl, ifMatch ?? null, bodyDigestOf(request), role];
    return { id, caller: hash('sha256', own), seal, fingerprint: seal.fingerprint(parts) };
  }

  /** The right to run the request, or the answer that it had; waits a little while it is running. */
  private async claimOrReplay(sent: Sent): Promise<{ held: Held } | { answer: Answer }> {
    const { clock } = this.options;
    const deadline = clock.monotonic() + WAIT_MS;
    for (;;) {
      const nowMs = clock.now();
      const held = await this.claim(sent, nowMs);
      if (held) return { held };
      const answer = await this.known(sent, nowMs);
      if (answer) return { answer };
      if (clock.monotonic() >= deadline) throw stillRunning();
      await clock.sleep(LOOK_MS);
    }
  }

  /** The answer that the request had; undefined while it is running. Rejects with a Problem where there will be none. */
  private async known({ id, fingerprint, seal }: Sent, nowMs: number): Promise<Answer | undefined> {
    const known = await this.options.store.find(id);
    // It was refused a moment ago: the next claim is good.
    if (!known) return undefined;
    const verdict = decide(known, { fingerprint, secretId: seal.secretId, nowMs });
    if (verdict.type === 'refuse') throw refusalProblem(verdict.refusal);
    return verdict.type === 'replay' ? replayed(seal, verdict.answer) : undefined;
  }

  private async claim({ id, caller, seal, fingerprint }: Sent, nowMs: number) {
    const { store, randomBytes } = this.options;
    const held: Held = { id, holder: randomBytes(16).toString('hex') };
    const isOurs = await store.claim({
      ...held,
      caller,
      fingerprint,
      secret_id: seal.secretId,
      now: new Date(nowMs),
      leaseUntil: new Date(nowMs + LEASE_MS),
      expiresAt: new Date(nowMs + KEPT_MS),
    });
    return isOurs ? held : undefined;
  }

  /** Rejects with a Problem (429) where too many of the caller's requests are remembered already: none is forgotten early. */
  private async requireRoom({ caller }: Sent, held: Held): Promise<void> {
    const { store, clock, mostKept = MOST_KEPT } = this.options;
    const now = new Date(clock.now());
    const { count, firstEnds } = await store.countOf(caller, { now, most: mostKept + 1 });
    if (count <= mostKept) return;
    await store.release(held);
    throw tooManyKeys(mostKept, (firstEnds ?? now).getTime() - now.getTime());
  }

  private async run(options: {
    context: RouteContext;
    handler: Handler;
    sent: Sent;
    held: Held;
  }): Promise<Answer> {
    const { context, handler, sent, held } = options;
    const writes = new GuardedWrites(this.options.store, held);
    let answer: Answer;
    try {
      answer = await handler({ ...context, writes });
    } catch (error) {
      await this.letGo(held, writes);
      throw error;
    }
    if (answer.status >= 300) await this.letGo(held, writes);
    else await this.keep(answer, { sent, held, writes });
    return answer;
  }

  /** What was written is answered, whether the answer could be kept or not: a repeat is then told that its end is not known. */
  private async keep(
    answer: Answer,
    { sent, held, writes }: { sent: Sent; held: Held; writes: GuardedWrites },
  ): Promise<void> {
    const text = textOfAnswer(answer);
    const sealed = text === null ? null : sent.seal.seal(text);
    const isKept = await this.unlessAway(() => this.options.store.complete(held, sealed));
    // Whoever took the request over gives the one answer to it.
    if (isKept === false && !writes.hasWritten) throw stillRunning();
  }

  /** A request that has changed nothing may be sent again; of any other, nobody knows how it ended. */
  private async letGo(held: Held, writes: GuardedWrites): Promise<void> {
    const { store, clock } = this.options;
    await this.unlessAway(() =>
      writes.hasWritten ? store.abandon(held, new Date(clock.now())) : store.release(held),
    );
  }

  /** Undefined where the database went away meanwhile: then the lease of the record ends what could not be said. */
  private async unlessAway<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      this.options.log.info({ reason: describeCause(error) }, 'idempotent_answer_not_kept');
      return undefined;
    }
  }
}

function replayed(seal: RecordSeal, sealed: string): Answer {
  const text = seal.open(sealed);
  if (text === undefined) throw refusalProblem('unreadable');
  const answer = answerOfText(text);
  return { ...answer, headers: { ...answer.headers, [REPLAYED_HEADER]: 'true' } };
}

/** An answer over that is not kept, bytes. */
export const MAX_ANSWER_BYTES = 262_144;

const kept = z.object({
  status: z.int(),
  body: z.unknown(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

/** An answer as text to keep; null where it is too large, or comes piece by piece. */
export function textOfAnswer({ status, body, headers = {}, stream }: Answer): string | null {
  if (stream) return null;
  const text = JSON.stringify({ status, body, headers });
  return Buffer.byteLength(text) > MAX_ANSWER_BYTES ? null : text;
}

/** The answer that a text was kept of. */
export function answerOfText(text: string): Answer {
  const { body, ...answer } = kept.parse(JSON.parse(text));
  return body === undefined ? answer : { ...answer, body };
}
