import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import type { Backgrounds, LeftBy } from '../pipeline/exchange/backgrounds.ts';
import type { OpenedHeld } from '../held/held-ids.ts';
import type { Runtime } from '../routing/runtime.ts';
import type { OutcomeLine } from '../usage/journal/codec.ts';
import { outcomeText } from '../usage/journal/encode.ts';
import type { Journal } from '../usage/journal/journal.ts';
import { askProvider, type Told } from './ask-provider.ts';
import { AnswerRoom } from './answer-room.ts';
import { finalResponse } from './final-response.ts';
import {
  finalOutcome,
  leftResponse,
  likelyOutcome,
  placeOf,
  type LeftResponse,
} from './left-response.ts';
import { Runs, type Run } from './runs.ts';

export interface BackgroundResponsesOptions {
  readonly journal: Pick<Journal, 'settle' | 'settledLater'>;
  readonly runtime: () => Runtime | undefined;
  readonly clock: Clock;
  readonly log: Logger;
  /** Has this process hold what those of an earlier one held. */
  readonly takeOver: (runtime: Runtime) => (left: LeftResponse) => LeftBy;
  /** What has to be there before that. */
  readonly ready: () => Promise<unknown>;
  /** Asks providers; absent: over the network. */
  readonly ask?: typeof askProvider;
}

const TICK_MS = 500;

/**
 * Responses with which providers go on after our answer. Each is asked for until it has ended, whether its client asks or not, and then has its one outcome in
 * the journal, which has its intent until then.
 */
export class BackgroundResponses implements Backgrounds {
  readonly counts = { settled: 0, estimated: 0 };
  private readonly options: BackgroundResponsesOptions;
  private readonly runs = new Runs();
  private readonly asking = new Set<Promise<void>>();
  private readonly room = new AnswerRoom();
  private readonly loop: BackgroundLoop;
  private readonly stopping = new AbortController();
  private isTakenOver = false;

  constructor(options: BackgroundResponsesOptions) {
    const { clock, ready, journal } = options;
    this.options = options;
    this.loop = new BackgroundLoop({
      ...{ clock, ready, everyMs: TICK_MS, work: () => this.tick() },
      onFailure: (error) => {
        this.failed(error);
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
    await Promise.all(this.asking);
  }

  hasRoomFor(sender: Parameters<Runs['hasRoomFor']>[0]): boolean {
    return this.runs.hasRoomFor(sender);
  }

  watch(line: string, by: LeftBy | undefined): void {
    const left = leftResponse(line);
    if (left) this.runs.add(left, by, this.options.clock.monotonic());
    else this.options.log.error({ line: line.slice(0, 300) }, 'background_unreadable');
  }

  seen(held: Omit<OpenedHeld, 'model'>, body: Buffer): void {
    const run = this.runs.at(held);
    if (run) this.ended(run, body);
  }

  async endBefore(held: Omit<OpenedHeld, 'model'>): Promise<void> {
    const run = this.runs.at(held);
    const runtime = this.options.runtime();
    if (!run || !runtime) return;
    await this.options.ready();
    this.takeOver(runtime);
    for (const asked of [CANCEL, READ]) {
      if (!this.runs.has(run)) return;
      const told = await this.ask(run, runtime, asked);
      if (told.kind === 'document') this.ended(run, told.body);
    }
  }

  private tick(): Promise<void> {
    const runtime = this.options.runtime();
    if (runtime) {
      this.takeOver(runtime);
      for (const run of this.runs.due(this.options.clock.monotonic())) this.begin(run, runtime);
    }
    return Promise.resolve();
  }

  /** Those of an earlier process are settled by this one from then on. Before that, what they cost may still be read from the journal, and would count twice. */
  private takeOver(runtime: Runtime): void {
    if (this.isTakenOver) return;
    this.isTakenOver = true;
    const byOf = this.options.takeOver(runtime);
    for (const run of this.runs.all()) run.by ??= byOf(run);
  }

  /** Nobody waits for it: whom a provider keeps waiting keeps nobody else. */
  private begin(run: Run, runtime: Runtime): void {
    run.isAsked = true;
    const asking = this.look(run, runtime)
      .catch((error: unknown) => {
        this.failed(error);
      })
      .finally(() => {
        run.isAsked = false;
        this.runs.postpone(run, this.options.clock.monotonic());
        this.asking.delete(asking);
      });
    this.asking.add(asking);
  }

  private async look(run: Run, runtime: Runtime): Promise<void> {
    const isLast = this.options.clock.now() >= run.later.until;
    const told = await this.ask(run, runtime, READ);
    if (this.stopping.signal.aborted) return;
    if (told.kind === 'document') this.ended(run, told.body);
    // What is in front of a provider may not find it either, for a moment.
    const isGone = told.kind === 'missing' && run.isMissed;
    run.isMissed = told.kind === 'missing';
    if (isGone || isLast) this.settle(run, likelyOutcome(run, 'unknown'), 0);
  }

  private async ask(run: Run, runtime: Runtime, asked: typeof READ | typeof CANCEL): Promise<Told> {
    const { ask = askProvider, clock, log } = this.options;
    const told = await ask(runtime, {
      ...{ ...asked, place: placeOf(run), requestId: run.intent.req ?? run.id },
      ...{ signal: this.stopping.signal, clock, room: this.room },
    });
    if (told.kind === 'untold')
      log.debug({ request: run.id, detail: told.detail }, 'background_not_told');
    return told;
  }

  private ended(run: Run, body: Buffer): void {
    const final = run.by && finalResponse(body, run.later.most);
    if (final) this.settle(run, finalOutcome(run, final, run.by?.model), body.length);
  }

  /** Once, whoever sees the end first. */
  private settle(run: Run, outcome: OutcomeLine, bytes: number): void {
    if (!this.runs.take(run)) return;
    this.options.journal.settle(run.id, outcomeText(outcome));
    this.counts.settled += 1;
    if (outcome.est === 1) this.counts.estimated += 1;
    run.by?.settle(outcome, bytes);
  }

  private failed(error: unknown): void {
    this.options.log.error({ err: error }, 'background_not_settled');
  }
}

const READ = { method: 'GET', below: '' } as const;
const CANCEL = { method: 'POST', below: '/cancel' } as const;
