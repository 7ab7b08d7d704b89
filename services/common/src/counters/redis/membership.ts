import type { Logger } from '../../log/logger.ts';
import { BackgroundLoop } from '../../time/background-loop.ts';
import { backoffMs } from '../../time/backoff.ts';
import { pause, type Clock } from '../../time/clock.ts';
import { within } from '../../time/within.ts';
import type { CountersMetrics } from './counters-metrics.ts';
import { SCRIPTS, type Script } from './scripts.ts';
import { reasonOf, type Store } from './store.ts';
import type { StoreTimes } from './times.ts';
import type { Twin } from './twin.ts';
import { AnswerReader } from './wire.ts';

/** What became of the store that replicas share. */
export type CountersChange =
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'back' }
  /** What the server does when its memory is full: whether it throws counts away. */
  | { readonly kind: 'policy'; readonly policy: string; readonly evicts: boolean };

export interface MembershipOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  readonly metrics: CountersMetrics;
  readonly times: StoreTimes;
  readonly onChange: (change: CountersChange) => void;
  readonly twin: Twin;
  readonly run: (script: Script, asked: string) => Promise<unknown>;
  /** How many commands have no answer yet. */
  readonly commandsOut: () => number;
}

/** Cells in one command of a snapshot. */
const PIECE = 1_000;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1_000;
/** Who was in for so long is not kept waiting for what happened before, ms. */
const STEADY_MS = 10_000;
/** Who starts waits so long for a store that says nothing, ms. */
const START_MS = 2_000;
/** A connection on which nothing comes for so long is given up, ms. */
const STUCK_MS = 3_000;

/**
 * Whether this replica is one of those that count together. It is out from the moment that the store does not answer, and comes in again when it has told
 * the store its own values, as nobody knows which of its last commands were done, nor whether the store has lost all.
 */
export class Membership {
  private readonly options: MembershipOptions;
  private readonly ending = new AbortController();
  private readonly beats: BackgroundLoop;
  private reason: string | undefined = 'not connected yet';
  /** Whether the log says that this replica is out. */
  private isToldOut = false;
  private joining: Promise<void> | undefined;
  /** Whether the store has known this replica at any time. */
  private wasIn = false;
  /** When it came in, and when something was last heard of the store, by the steady clock. */
  private inSince = 0;
  private heardAt = 0;
  private failures = 0;
  private policy: string | undefined;
  private policyAt = 0;
  /** Why that is not known; undefined where it is. */
  private noPolicy: string | undefined;

  constructor(options: MembershipOptions) {
    this.options = options;
    const { clock, times } = options;
    this.beats = new BackgroundLoop({
      work: () => this.beat(),
      everyMs: times.beatMs,
      clock,
      onFailure: (error) => {
        this.lose(reasonOf(error));
      },
    });
  }

  get isIn(): boolean {
    return this.reason === undefined;
  }

  /** Why this replica is out. */
  get lostBecause(): string | undefined {
    return this.reason;
  }

  /** Resolves when this replica is in, or when it is known that it will not be at once. */
  async start(): Promise<void> {
    this.options.metrics.connected(false);
    this.heardAt = this.options.clock.monotonic();
    const first = Promise.withResolvers<undefined>();
    this.joining = this.join(() => {
      first.resolve(undefined);
    });
    this.beats.start();
    await first.promise;
  }

  lose(reason: string): void {
    if (!this.isIn || this.ending.signal.aborted) return;
    const { clock, metrics, twin } = this.options;
    twin.stopNoting();
    metrics.connected(false);
    this.heardAt = clock.monotonic();
    if (this.heardAt - this.inSince > STEADY_MS) this.failures = 0;
    this.isOutFor(reason);
    this.joining = this.join(() => undefined);
  }

  async leave(): Promise<void> {
    const { isIn } = this;
    this.ending.abort();
    await this.beats.stop();
    await this.joining;
    if (!isIn) return;
    // Who cannot say that it leaves is dead after a while, which comes to the same.
    await this.say('leave').catch(() => undefined);
  }

  /** Tries until this replica is in. `tried`: a first outcome is known. */
  private async join(tried: () => void): Promise<void> {
    const { clock, store } = this.options;
    const { signal } = this.ending;
    const began = clock.monotonic();
    if (this.wasIn) await this.waitAfterFailure();
    while (!signal.aborted) {
      if (await this.attempt()) break;
      if (store.fault !== undefined || clock.monotonic() - began > START_MS) {
        this.isOutFor(store.fault ?? this.reason ?? 'no answer');
        tried();
      }
      await this.waitAfterFailure();
    }
    tried();
  }

  private async waitAfterFailure(): Promise<void> {
    const { clock, random } = this.options;
    const attempt = this.failures;
    this.failures += 1;
    const ms = backoffMs({ attempt, baseMs: FIRST_WAIT_MS, maxMs: LONGEST_WAIT_MS, random });
    await pause(clock, ms, this.ending.signal);
  }

  /** Tells the store all that this replica counts. Whether it is in now. */
  private async attempt(): Promise<boolean> {
    const { store, twin, times, clock, commandsOut } = this.options;
    // A command on its way may still be done, and is not in the snapshot.
    if (!store.isReady || commandsOut() > 0) {
      this.freeWhatIsStuck();
      return false;
    }
    try {
      for (const piece of twin.snapshot(PIECE)) await this.patiently(SCRIPTS.restore, piece);
      const began = clock.monotonic();
      const left = await this.say(this.wasIn ? 'again' : 'first');
      this.wasIn = true;
      if (left === 0 && clock.monotonic() - began <= times.deadlineMs) {
        this.enter();
        return true;
      }
      // It is asked again after that at the latest: who starts never waits for good.
      if (left > 0) await pause(clock, Math.min(left, times.gatherMs), this.ending.signal);
    } catch (error) {
      this.isOutFor(reasonOf(error));
    }
    twin.stopNoting();
    return false;
  }

  private enter(): void {
    const { clock, log, metrics, onChange } = this.options;
    this.reason = undefined;
    this.isToldOut = false;
    this.inSince = clock.monotonic();
    this.heardAt = this.inSince;
    metrics.connected(true);
    metrics.joined();
    log.info({}, 'counters_shared');
    onChange({ kind: 'back' });
    this.policyAt = this.inSince;
    this.lookAtPolicy().catch((error: unknown) => {
      this.lose(reasonOf(error));
    });
  }

  private isOutFor(reason: string): void {
    if ((this.isToldOut && this.reason === reason) || this.ending.signal.aborted) return;
    const { log, onChange } = this.options;
    this.reason = reason;
    // A loss is told once. Why it lasts is told too: it may be another thing that somebody has to see to.
    if (this.isToldOut) log.warn({ reason }, 'counters_still_lost');
    else log.warn({ reason }, 'counters_lost');
    this.isToldOut = true;
    onChange({ kind: 'lost', reason });
  }

  private async beat(): Promise<void> {
    if (!this.isIn) return;
    const { clock, times } = this.options;
    if ((await this.say('beat')) < 0) {
      this.lose('it was emptied');
      return;
    }
    if (clock.monotonic() - this.policyAt < times.policyMs) return;
    this.policyAt = clock.monotonic();
    await this.lookAtPolicy();
  }

  /** How long counts are gathered still, ms; -1: the store does not know this replica. */
  private async say(word: 'first' | 'again' | 'beat' | 'leave'): Promise<number> {
    const { times, twin } = this.options;
    const asked = `${word} ${String(times.gatherMs)}`;
    const reader = new AnswerReader(await this.patiently(SCRIPTS.present, asked));
    twin.hears(reader.nowMs);
    this.heardAt = this.options.clock.monotonic();
    return reader.second;
  }

  private async patiently(script: Script, asked: string): Promise<unknown> {
    const { times, run } = this.options;
    return await within(run(script, asked), times.patienceMs);
  }

  private freeWhatIsStuck(): void {
    const { clock, store } = this.options;
    if (clock.monotonic() - this.heardAt < STUCK_MS) return;
    this.heardAt = clock.monotonic();
    store.reconnect();
  }

  private async lookAtPolicy(): Promise<void> {
    const { store, times, metrics, log, onChange } = this.options;
    let policy: string | undefined;
    try {
      policy = await within(store.evictionPolicy(), times.patienceMs);
      this.unknownPolicy(policy === undefined ? 'it does not say' : undefined);
    } catch (error) {
      this.unknownPolicy(reasonOf(error));
    }
    if (policy === undefined || policy === this.policy) return;
    const evicts = policy !== 'noeviction';
    const wasKnown = this.policy !== undefined;
    this.policy = policy;
    metrics.evicting(evicts);
    onChange({ kind: 'policy', policy, evicts });
    if (evicts) log.warn({ policy }, 'counters_may_be_evicted');
    else if (wasKnown) log.info({ policy }, 'counters_are_kept');
  }

  /** Where the connection is there, and the server does not say what it does when its memory is full: told once. */
  private unknownPolicy(reason: string | undefined): void {
    if (!this.isIn || reason === this.noPolicy) return;
    this.noPolicy = reason;
    if (reason !== undefined) this.options.log.warn({ reason }, 'counters_policy_unknown');
  }
}
