import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import type { Backgrounds, LeftBy } from '../pipeline/exchange/backgrounds.ts';
import type { OpenedHeld } from '../held/held-ids.ts';
import type { Runtime } from '../routing/runtime.ts';
import type { OutcomeLine } from '../usage/journal/codec.ts';
import { outcomeText } from '../usage/journal/encode.ts';
import type { Journal } from '../usage/journal/journal.ts';
import { askProvider, type Told } from './left/ask-provider.ts';
import { AnswerRoom } from './left/answer-room.ts';
import { batchEndOf } from './batch/batch-end.ts';
import { readResults } from './batch/read-results.ts';
import { settledBatch, useOf } from './batch/settled-batch.ts';
import { finalResponse } from './left/final-response.ts';
import {
  finalOutcome,
  leftResponse,
  likelyOutcome,
  placeOf,
  type LeftResponse,
} from './left/left-response.ts';
import { laneOf, Runs, type Run } from './left/runs.ts';

export interface BackgroundResponsesOptions {
  readonly journal: Pick<Journal, 'settle' | 'refuse' | 'settledLater'>;
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
/** So long files of a batch's results are read in vain: four times as long as one is read at most. */
const MOST_BROKEN_MS = 3_600_000;

/**
 * Responses and batches with which providers go on after our answer. Each is asked for until it has ended, whether its client asks or not, and then has its one outcome in
 * the journal, which has its intent until then.
 */
export class BackgroundResponses implements Backgrounds {
  readonly counts = { settled: 0, estimated: 0 };
  private readonly options: BackgroundResponsesOptions;
  private readonly runs = new Runs();
  private readonly asking = new Set<Promise<void>>();
  private readonly room = new AnswerRoom();
  private readonly resultsRoom = new AnswerRoom();
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
    if (!run) return;
    // What a batch used stands in its files, which are read in the next round.
    if (run.later.lines === undefined) this.ended(run, body);
    else run.nextAt = this.options.clock.monotonic();
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
    const isMissing =
      told.kind === 'document'
        ? await this.heard(run, told.body, runtime)
        : told.kind === 'missing';
    // What is in front of a provider may not find it either, for a moment.
    const isGone = isMissing && run.isMissed;
    run.isMissed = isMissing;
    if (isGone || isLast) this.settle(run, likelyOutcome(run, 'unknown'), 0);
  }

  private async ask(run: Run, runtime: Runtime, asked: typeof READ | typeof CANCEL): Promise<Told> {
    const { ask = askProvider, clock, log } = this.options;
    const told = await ask(runtime, {
      ...{ ...asked, place: placeOf(run), requestId: run.intent.req ?? run.id },
      what: run.later.lines === undefined ? 'responses' : 'batches',
      ...{ signal: this.stopping.signal, clock, room: this.room, lane: laneOf(run) },
    });
    if (told.kind === 'untold')
      log.debug({ request: run.id, detail: told.detail }, 'background_not_told');
    return told;
  }

  /** Whether its provider has not what it says that there is. */
  private async heard(run: Run, body: Buffer, runtime: Runtime): Promise<boolean> {
    if (run.later.lines === undefined) {
      this.ended(run, body);
      return false;
    }
    const end = batchEndOf(body);
    if (!end) return false;
    const { signal } = this.stopping;
    const read = await readResults(runtime, {
      ...{ batch: run, files: end.files, signal, room: this.resultsRoom },
      ...{ clock: this.options.clock, useOf: useOf(run, run.by?.model) },
    });
    // Somebody else may have seen its end meanwhile.
    if (read.kind === 'read' && run.by && this.runs.has(run)) {
      const { unread } = read;
      if (unread > 0)
        this.options.log.warn({ request: run.id, requests: unread }, 'batch_results_not_all_read');
      const { lines, own, total } = settledBatch(run, { ...end, ...read }, run.by.model);
      for (const { intent, outcome } of lines) this.options.journal.refuse(intent, outcome);
      this.settle(run, own, read.bytes, total);
    }
    if (read.kind === 'untold') this.broken(run, read);
    return read.kind === 'missing';
  }

  /** Files of results that break time and again are not read for ever. */
  private broken(run: Run, { detail, tookMs }: { detail: string; tookMs: number }): void {
    if (this.stopping.signal.aborted) return;
    const { log } = this.options;
    log.warn({ request: run.id, detail }, 'batch_results_not_read');
    run.brokenMs += tookMs;
    if (run.brokenMs < MOST_BROKEN_MS) return;
    log.warn({ request: run.id }, 'batch_results_given_up');
    this.settle(run, likelyOutcome(run, 'unknown'), 0);
  }

  private ended(run: Run, body: Buffer): void {
    const final = run.by && finalResponse(body, run.later.most);
    if (final) this.settle(run, finalOutcome(run, final, run.by?.model), body.length);
  }

  /** Once, whoever sees the end first. `total`: what limits and budgets are told. */
  private settle(run: Run, outcome: OutcomeLine, bytes: number, total = outcome): void {
    if (!this.runs.take(run)) return;
    this.options.journal.settle(run.id, outcomeText(outcome));
    this.counts.settled += 1;
    if (outcome.est === 1) this.counts.estimated += 1;
    run.by?.settle(total, bytes);
  }

  private failed(error: unknown): void {
    this.options.log.error({ err: error }, 'background_not_settled');
  }
}

const READ = { method: 'GET', below: '' } as const;
const CANCEL = { method: 'POST', below: '/cancel' } as const;
