import type { Logger } from '@aicp/common/log/logger';
import { backoffMs } from '@aicp/common/time/backoff';
import { pause, type Clock } from '@aicp/common/time/clock';
import type { DeliveryReport } from '@aicp/contracts/poll/health-report';
import type { UsageAnswer } from '@aicp/contracts/usage/usage-batch';
import { BatchSize, isOfRecords, type Verdict } from './batch-size.ts';
import type { FeedbackSender } from './feedback-sender.ts';
import { countAnswer, type DeliveryCounts } from './counts.ts';
import type { DecisionQueue } from './decision-queue.ts';
import { Lag } from './lag.ts';
import type { Outbox } from './outbox.ts';
import { Outgoing } from './outgoing.ts';
import type { Fate, SetAside } from './set-aside.ts';
import { UsageRefused, type UsageClient } from './usage-client.ts';

/** So often it looks for requests that have ended. */
const EVERY_MS = 500;
/** So often it says that this replica lives, also where there is nothing to deliver. */
const CONTACT_EVERY_MS = 10_000;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;
/** The longest wait that is believed. */
const LONGEST_ASKED_MS = 300_000;
/** While it stops, there is no time for long waits. */
const LAST_WAIT_MS = 250;
/** After so many failures it is no mere restart of the service. */
const SILENCE = 4;
/** A service that starts together with this process may take so long until it answers. */
const STARTING_MS = 20_000;
/** So often it tries what was set aside; first at its start. */
const ASIDE_EVERY_MS = 3_600_000;
/** So long what is new waits for that at a time. */
const ASIDE_MS = 5000;

export interface DelivererOptions {
  readonly outbox: Pick<Outbox, 'next' | 'confirm' | 'taken' | 'returned' | 'leftBytes'>;
  readonly setAside: Pick<SetAside, 'keep' | 'sendAgain'>;
  readonly decisions: DecisionQueue;
  readonly feedback?: Pick<FeedbackSender, 'send'> | undefined;
  readonly client: Pick<UsageClient, 'send' | 'close'>;
  /** This replica's name, and that of this process, which no other has, nor had. */
  readonly replica: string;
  readonly session: string;
  /** Requests under way. */
  readonly inFlight: () => number;
  readonly counts: DeliveryCounts;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: () => number;
  readonly rest: () => Promise<void>;
  /** Hears when records begin to be late, and when they no longer are. */
  readonly onChange?: (() => void) | undefined;
}

/** Delivers what is in the outbox: one batch at a time, the oldest first, each until it is taken. */
export class Deliverer {
  private readonly options: DelivererOptions;
  private readonly stopping = new AbortController();
  private readonly ending = new AbortController();
  private loop: Promise<void> | undefined;
  /** The batch that is delivered until it is taken. */
  private pending: Outgoing | undefined;
  private readonly size = new BatchSize();
  /** What the service said of the batch, which is to be set aside. */
  private hopeless: UsageRefused | undefined;
  private readonly lag: Lag;
  /** When the oldest request came that the last batch left behind. */
  private leftSince: number | undefined;
  private failures = 0;
  private readonly startsUntil: number;
  private wasReached = false;
  private isToldAway = false;
  private nextContact: number;
  private nextAside: number;

  constructor(options: DelivererOptions) {
    this.options = options;
    this.lag = new Lag(options);
    this.nextContact = options.clock.monotonic();
    this.nextAside = this.nextContact;
    this.startsUntil = this.nextContact + STARTING_MS;
  }

  start(): void {
    this.loop ??= this.run();
  }

  /** Delivers what is left, for so long at most. What cannot be stays on the disk. */
  async stop(withinMs: number): Promise<void> {
    this.stopping.abort();
    const timer = setTimeout(() => {
      this.ending.abort();
    }, withinMs);
    await this.loop;
    clearTimeout(timer);
    await this.options.client.close();
  }

  /** How long the oldest record has waited since its request ended. */
  get lagSeconds(): number {
    return this.lag.seconds;
  }

  report(): DeliveryReport {
    const { isLate, seconds } = this.lag;
    const mode = isLate ? 'late' : 'ok';
    return { mode, lag_seconds: seconds, left: this.options.outbox.leftBytes };
  }

  private async run(): Promise<void> {
    while (!this.ending.signal.aborted) {
      // A turn that began before may have missed what was written last.
      const isLast = this.stopping.signal.aborted;
      const waitMs = await this.turn();
      this.lag.look();
      if (waitMs === 0) continue;
      if (isLast && !this.pending && this.failures === 0) return;
      const wait = isLast ? Math.min(waitMs, LAST_WAIT_MS) : waitMs;
      await pause(this.options.clock, wait, isLast ? this.ending.signal : this.stopping.signal);
    }
  }

  /** Delivers a batch, if there is one; answers how long to wait before the next turn. */
  private async turn(): Promise<number> {
    try {
      if (this.hopeless && this.pending) await this.putAside(this.pending, this.hopeless);
      this.pending ??= await this.prepare();
      const isMoreLeft = this.pending !== undefined && (await this.deliver(this.pending));
      await this.options.feedback?.send((batch) => this.sendBehind(batch));
      await this.tryAside();
      return isMoreLeft ? 0 : EVERY_MS;
    } catch (error) {
      return await this.failed(error);
    }
  }

  private async prepare(): Promise<Outgoing | undefined> {
    const { outbox, decisions, clock, rest } = this.options;
    const outgoing = await outbox.next(this.size.most).catch((error: unknown) => {
      this.lag.notRead(error);
      throw error;
    });
    this.lag.read(outgoing);
    const isDue = clock.monotonic() >= this.nextContact;
    if (!outgoing && decisions.size === 0 && !isDue) return undefined;
    const batch = outgoing ?? new Outgoing(this.size.most);
    if (batch.leftSince === undefined) await decisions.fill(batch, rest);
    return batch;
  }

  /** Whether more is left. */
  private async deliver(batch: Outgoing): Promise<boolean> {
    const { clock, outbox } = this.options;
    if (batch.requests > 0) await outbox.confirm();
    countAnswer(batch, await this.send(batch), this.options);
    this.pending = undefined;
    this.lag.passed(batch);
    this.leftSince = batch.leftSince;
    this.size.taken(batch.size);
    this.nextContact = clock.monotonic() + CONTACT_EVERY_MS;
    if (this.isToldAway) {
      this.options.log.info({ failures: this.failures }, 'usage_delivered_again');
    }
    this.isToldAway = false;
    this.wasReached = true;
    this.failures = 0;
    await outbox.taken(batch);
    return batch.leftSince !== undefined;
  }

  private async send(batch: Outgoing): Promise<UsageAnswer> {
    const { client, clock, replica, session, inFlight } = this.options;
    const body = batch.body({
      replica,
      session,
      is_older: batch.isOlder === true,
      sent_at: new Date(clock.now()).toISOString(),
      in_flight: inFlight(),
      oldest_left_at:
        batch.leftSince === undefined ? null : new Date(batch.leftSince).toISOString(),
    });
    return await client.send(body, this.ending.signal);
  }

  /** A record that the service never takes must not hold up all others: it is kept, and they go on. */
  private async putAside(batch: Outgoing, { message: reason }: UsageRefused): Promise<void> {
    const { setAside, outbox, counts, log } = this.options;
    await setAside.keep(batch);
    const record = [...batch.texts.usage, ...batch.texts.sums][0]?.slice(0, 300);
    log.error({ reason, record }, 'usage_set_aside');
    counts.setAside += batch.requests;
    counts.shedDecisions += batch.texts.decisions.length;
    this.hopeless = undefined;
    this.pending = undefined;
    this.lag.passed(batch);
    this.size.setAside();
    await outbox.taken(batch);
  }

  /** Tries what was set aside, from time to time: between batches, so that it holds up no others for long, and they do not hold it up. */
  private async tryAside(): Promise<void> {
    const { clock, setAside, log } = this.options;
    const { signal } = this.stopping;
    const now = clock.monotonic();
    if (now < this.nextAside || signal.aborted) return;
    this.nextAside = now + ASIDE_EVERY_MS;
    const isOver = (): boolean => signal.aborted || clock.monotonic() - now >= ASIDE_MS;
    const { taken, isLeft } = await setAside.sendAgain((batch) =>
      isOver() ? Promise.resolve('later') : this.sendAside(batch),
    );
    if (taken > 0) log.info({ batches: taken }, 'usage_set_aside_delivered');
    // The service takes them again: the others go after the next batch.
    if (isLeft && taken > 0) this.nextAside = now;
  }

  /** Sends what holds up no other batch. */
  private async sendBehind(batch: Outgoing): Promise<UsageAnswer> {
    batch.leftSince = this.leftSince;
    const answer = await this.send(batch);
    countAnswer(batch, answer, this.options);
    return answer;
  }

  private async sendAside(batch: Outgoing): Promise<Fate> {
    try {
      await this.sendBehind(batch);
      return 'taken';
    } catch (error) {
      if (!(error instanceof UsageRefused)) throw error;
      return isOfRecords(error.status) ? 'refused' : 'later';
    }
  }

  /** How long to wait until the batch is tried again. */
  private async failed(error: unknown): Promise<number> {
    const { counts, random, decisions } = this.options;
    counts.failures += 1;
    const attempt = this.failures;
    this.failures += 1;
    this.tell(error);
    decisions.shed();
    const verdict = this.judged(error);
    this.dropUnlessOfRequests();
    const waitMs = backoffMs({ attempt, baseMs: FIRST_WAIT_MS, maxMs: LONGEST_WAIT_MS, random });
    if (!(error instanceof UsageRefused)) return waitMs;
    if (verdict === 'aside' && this.pending) this.hopeless = error;
    if (verdict === 'smaller' && this.pending) {
      await this.giveUp(this.pending);
      return FIRST_WAIT_MS;
    }
    return Math.max(waitMs, Math.min(LONGEST_ASKED_MS, (error.retryAfter ?? 0) * 1000));
  }

  /** Tells once that the service is away. That it is not up yet at a start is no trouble. */
  private tell(error: unknown): void {
    const { log } = this.options;
    if (this.failures < SILENCE || this.isToldAway || this.isStarting(error)) {
      log.debug({ err: error }, 'usage_batch_failed');
      return;
    }
    log.warn({ err: error }, 'usage_not_delivered');
    this.isToldAway = true;
  }

  /** Whether the service may still be starting: it never took a batch, and does not say what is wrong either. */
  private isStarting(error: unknown): boolean {
    if (this.wasReached || this.options.clock.monotonic() >= this.startsUntil) return false;
    return !(error instanceof UsageRefused) || error.status === 503;
  }

  private judged(error: unknown): Verdict {
    if (!(error instanceof UsageRefused) || !this.pending) return 'again';
    return this.size.refused(error.status, this.pending.size);
  }

  /** Its requests are read again; decisions are not kept anywhere. */
  private async giveUp({ texts: { decisions } }: Outgoing): Promise<void> {
    this.options.counts.shedDecisions += decisions.length;
    this.pending = undefined;
    await this.options.outbox.returned();
  }

  /** A batch that holds no records of requests would hide how long those wait that come now. */
  private dropUnlessOfRequests(): void {
    if (!this.pending || this.pending.requests > 0) return;
    this.options.counts.shedDecisions += this.pending.texts.decisions.length;
    this.size.dropped();
    this.pending = undefined;
  }
}
