import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import type { Backgrounds, LeftBy } from '../pipeline/exchange/backgrounds.ts';
import type { OpenedHeld } from '../held/held-ids.ts';
import type { Runtime } from '../routing/runtime.ts';
import type { IntentLine, OutcomeLine } from '../usage/journal/codec.ts';
import { outcomeText } from '../usage/journal/encode.ts';
import type { Journal } from '../usage/journal/journal.ts';
import { askProvider } from './ask-provider.ts';
import { finalResponse } from './final-response.ts';
import {
  finalOutcome,
  leftResponse,
  likelyOutcome,
  modelOf,
  placeOf,
  type LeftResponse,
} from './left-response.ts';

export interface BackgroundResponsesOptions {
  readonly journal: Pick<Journal, 'settle' | 'settledLater'>;
  readonly runtime: () => Runtime | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  /** Counts one that an earlier process sent. */
  readonly countEarlier: (
    settled: { readonly intent: IntentLine; readonly outcome: OutcomeLine },
    runtime: Runtime,
  ) => void;
  /** What has to be there before the first of an earlier process is settled. */
  readonly ready: () => Promise<unknown>;
}

interface Run extends LeftResponse {
  readonly by: LeftBy | undefined;
  /** Monotonic milliseconds. */
  nextAt: number;
  waitMs: number;
}

const TICK_MS = 500;
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
/** So many are asked for at once. */
const AT_ONCE = 4;

/**
 * Responses with which providers go on after our answer. Each is asked for until it has ended, whether its client asks or not, and then has its one outcome in
 * the journal, which has its intent until then.
 */
export class BackgroundResponses implements Backgrounds {
  readonly counts = { settled: 0, estimated: 0 };
  private readonly options: BackgroundResponsesOptions;
  private readonly runs = new Map<string, Run>();
  private readonly loop: BackgroundLoop;
  private readonly stopping = new AbortController();

  constructor(options: BackgroundResponsesOptions) {
    const { clock, log, ready, journal } = options;
    this.options = options;
    this.loop = new BackgroundLoop({
      ...{ clock, ready, everyMs: TICK_MS, work: () => this.tick() },
      onFailure: (error) => {
        log.error({ err: error }, 'background_not_settled');
      },
    });
    for (const line of journal.settledLater) this.watch(line, undefined);
  }

  /** How many have no outcome yet. */
  get pending(): number {
    return this.runs.size;
  }

  start(): void {
    this.loop.start();
  }

  /** What has not ended is settled by the next process. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop.stop();
  }

  watch(line: string, by: LeftBy | undefined): void {
    const left = leftResponse(line);
    if (!left) {
      this.options.log.error({ line: line.slice(0, 300) }, 'background_unreadable');
      return;
    }
    const waitMs = by ? FIRST_WAIT_MS : 0;
    const nextAt = this.options.clock.monotonic() + waitMs;
    this.runs.set(left.id, { ...left, by, nextAt, waitMs: FIRST_WAIT_MS });
  }

  seen(held: Omit<OpenedHeld, 'model'>, body: Buffer): void {
    const run = this.runOf(held);
    const runtime = this.options.runtime();
    if (run && runtime) this.ended(run, body, runtime);
  }

  async endBefore(held: Omit<OpenedHeld, 'model'>): Promise<void> {
    const run = this.runOf(held);
    const runtime = this.options.runtime();
    if (!run || !runtime) return;
    await this.ask(run, runtime, { method: 'POST', below: '/cancel' });
    if (this.runs.has(run.id)) await this.ask(run, runtime, { method: 'GET', below: '' });
  }

  private runOf({ provider, upstreamId }: Pick<OpenedHeld, 'provider' | 'upstreamId'>) {
    const runs = [...this.runs.values()];
    return runs.find(({ later }) => later.up === upstreamId && later.at === provider);
  }

  private async tick(): Promise<void> {
    const runtime = this.options.runtime();
    if (!runtime) return;
    const now = this.options.clock.monotonic();
    const due = [...this.runs.values()].filter(({ nextAt }) => nextAt <= now);
    for (let first = 0; first < due.length; first += AT_ONCE) {
      await Promise.all(due.slice(first, first + AT_ONCE).map((run) => this.look(run, runtime)));
    }
  }

  private async look(run: Run, runtime: Runtime): Promise<void> {
    if (this.options.clock.now() >= run.later.until) {
      this.settle(run, likelyOutcome(run, 'unknown'), { runtime, bytes: 0 });
      return;
    }
    await this.ask(run, runtime, { method: 'GET', below: '' });
    run.nextAt = this.options.clock.monotonic() + run.waitMs;
    run.waitMs = Math.min(run.waitMs * 2, LONGEST_WAIT_MS);
  }

  private async ask(
    run: Run,
    runtime: Runtime,
    asked: { readonly method: 'GET' | 'POST'; readonly below: string },
  ): Promise<void> {
    const told = await askProvider(runtime, {
      ...{ ...asked, place: placeOf(run), requestId: run.intent.req ?? run.id },
      signal: this.stopping.signal,
    });
    if (told.kind === 'document') this.ended(run, told.body, runtime);
    else if (told.kind === 'missing')
      this.settle(run, likelyOutcome(run, 'unknown'), { runtime, bytes: 0 });
    else this.options.log.debug({ request: run.id, detail: told.detail }, 'background_not_told');
  }

  private ended(run: Run, body: Buffer, runtime: Runtime): void {
    const final = finalResponse(body, run.later.most);
    if (!final) return;
    const model = run.by?.model ?? modelOf(run, runtime);
    const outcome = finalOutcome(run, final, { runtime, model });
    this.settle(run, outcome, { runtime, bytes: body.length });
  }

  /** Once, whoever sees the end first. */
  private settle(
    run: Run,
    outcome: OutcomeLine,
    { runtime, bytes }: { readonly runtime: Runtime; readonly bytes: number },
  ): void {
    if (!this.runs.delete(run.id)) return;
    this.options.journal.settle(run.id, outcomeText(outcome));
    this.counts.settled += 1;
    if (outcome.est === 1) this.counts.estimated += 1;
    if (run.by) run.by.settle(outcome, bytes);
    else this.options.countEarlier({ intent: run.intent, outcome }, runtime);
  }
}
