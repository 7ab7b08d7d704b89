import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import { pause, type Clock } from '@aicp/common/time/clock';
import type { Channels, Subscription, SubscriptionSource } from '../channels/channel.ts';
import type { EventsDatabase } from '../database/tables.ts';
import { fanOut } from '../routing/fan-out.ts';
import { attempt } from './attempt.ts';
import { AttemptsUnderWay } from './attempts-under-way.ts';
import {
  begunSince,
  claim,
  dueAmong,
  release,
  statesOf,
  type DeliveryRow,
  type StateRow,
} from './claims.ts';
import { makeDigest } from './digests.ts';
import type { EventMetrics } from './event-metrics.ts';
import { recordOutcome, type Attempted } from './outcomes.ts';
import type { DeliverySettings } from './settings.ts';

export interface DelivererParts {
  readonly database: Pick<EventsDatabase, 'kysely' | 'migrated'>;
  readonly subscriptions: SubscriptionSource;
  readonly channels: Channels;
  readonly settings: DeliverySettings;
  /** Of this replica, in this life of it. */
  readonly claimer: string;
  readonly clock: Clock;
  /** [0, 1). */
  readonly random: () => number;
  readonly log: Logger;
  readonly metrics: EventMetrics;
  /** The receiver of a subscription wants no more events. */
  readonly onGone: (subscription: Subscription) => Promise<void>;
}

const MINUTE_MS = 60_000;
/** After so many failures in a row, one attempt at a time shows whether a receiver is back. */
const FAILURES_IN_A_ROW = 3;
/** When the replica stops, attempts have so long to end, ms. */
const ENDING_MS = 5_000;

/**
 * Gives events to their subscriptions, and delivers them. Every replica does, with every other one. No connection of the database is held while a receiver is waited for. What a
 * replica that died had under way is tried again by another one when its lease has ended.
 */
export class Deliverer {
  private readonly parts: DelivererParts;
  private readonly loop: BackgroundLoop;
  private readonly ending = new AbortController();
  private readonly underWay: AttemptsUnderWay;
  private filling: Promise<void> | undefined;
  private isFillWanted = false;
  private isStopping = false;

  constructor(parts: DelivererParts) {
    this.parts = parts;
    this.underWay = new AttemptsUnderWay(parts.settings);
    const { clock, database, log, settings } = parts;
    this.loop = new BackgroundLoop({
      work: () => this.turn(),
      everyMs: settings.everyMs,
      clock,
      ready: () => database.migrated(),
      onFailure: (error, failures) => {
        if (failures === 1) log.info({ err: error }, 'events_not_delivered');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  /** Resolves when nothing is under way; what does not end in time is given back. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.loop.stop();
    const waiting = new AbortController();
    const all = this.idle().finally(() => {
      waiting.abort();
    });
    if (await pause(this.parts.clock, ENDING_MS, waiting.signal)) this.ending.abort();
    await all;
  }

  /** Looks for events and deliveries now; resolves when the attempts that there is room for have begun. */
  async turn(): Promise<void> {
    const routed = await fanOut(this.parts);
    this.parts.metrics.routed(routed);
    await this.fill();
  }

  /** Resolves when no attempt is under way, and none is about to begin. */
  async idle(): Promise<void> {
    while (this.underWay.size > 0 || this.filling) {
      await this.underWay.ended();
      await this.filling?.catch(() => undefined);
    }
  }

  /** Begins what there is room for: once more where somebody asked for it meanwhile. */
  private async fill(): Promise<void> {
    this.isFillWanted = true;
    this.filling ??= this.fillWhileWanted().finally(() => {
      this.filling = undefined;
    });
    await this.filling;
  }

  private async fillWhileWanted(): Promise<void> {
    while (this.isFillWanted && !this.isStopping) {
      this.isFillWanted = false;
      await this.fillOnce();
    }
  }

  private async fillOnce(): Promise<void> {
    const { database, subscriptions, clock, random } = this.parts;
    const known = new Map(subscriptions.all().map((one) => [one.uid, one]));
    if (known.size === 0) return;
    const now = new Date(clock.now());
    const due = (await dueAmong(database.kysely, [...known.keys()], now)).flatMap(
      (uid) => known.get(uid) ?? [],
    );
    const states = await statesOf(database.kysely, due);
    for (const subscription of this.underWay.inTurn(due, random)) {
      if (this.isStopping) return;
      await this.fillOne(subscription, states.get(subscription.uid));
    }
  }

  private async fillOne(subscription: Subscription, state: StateRow | undefined): Promise<void> {
    const { settings, database, clock, claimer } = this.parts;
    const isFailing = (state?.consecutive_failures ?? 0) >= FAILURES_IN_A_ROW;
    const limit = this.underWay.roomFor(subscription, isFailing);
    if (limit <= 0) return;
    const now = new Date(clock.now());
    const isAskedOnly = !subscription.isActive || isHeld(state, now);
    const left = isAskedOnly ? limit : await this.leftBeforeDigest(subscription, now);
    const rows = await claim(database.kysely, {
      ...{ uid: subscription.uid, claimer, now, isAskedOnly },
      leaseEnds: new Date(now.getTime() + settings.leaseMs),
      limit: left > 0 ? Math.min(limit, left) : limit,
      isRetriesOnly: left <= 0,
    });
    for (const row of rows) this.begin(row, { subscription, isFailing });
  }

  /** How many more deliveries are told by themselves in this minute. Where there are none, those that wait become a digest in time. */
  private async leftBeforeDigest(subscription: Subscription, now: Date): Promise<number> {
    const { settings, database } = this.parts;
    // PagerDuty's incidents are told apart by keys that no digest has.
    if (subscription.channel === 'pagerduty') return Infinity;
    const since = new Date(now.getTime() - MINUTE_MS);
    const begun = await begunSince(database.kysely, subscription.uid, since);
    const left = settings.digestAfter - begun;
    if (left <= 0) {
      while (await makeDigest(database, subscription, { settings, now }));
    }
    return left;
  }

  private begin(row: DeliveryRow, to: { subscription: Subscription; isFailing: boolean }): void {
    const work = this.deliver(row, to.subscription).catch((error: unknown) => {
      // The delivery is tried again when its lease has ended.
      this.parts.log.warn({ err: error, delivery: row.id }, 'event_outcome_not_written');
    });
    this.underWay.add(to, work);
    void work.then(() => {
      this.fillLater();
    });
  }

  /** There is room again. Where that fails, the loop tries it. */
  private fillLater(): void {
    if (this.isStopping) return;
    this.fill().catch((error: unknown) => {
      this.parts.log.info({ err: error }, 'events_not_claimed');
    });
  }

  private async deliver(row: DeliveryRow, subscription: Subscription): Promise<void> {
    const { database, clock } = this.parts;
    const began = clock.monotonic();
    const outcome = await attempt(row, subscription, { ...this.parts, ending: this.ending.signal });
    if (outcome === 'stopped' || outcome.kind === 'postponed') {
      const afterMs = outcome === 'stopped' ? 0 : outcome.afterMs;
      await release(database.kysely, row, new Date(clock.now() + afterMs));
      return;
    }
    const tookMs = clock.monotonic() - began;
    await this.write({ row, subscription, outcome, tookMs });
  }

  private async write(attempted: Attempted): Promise<void> {
    const { database, settings, clock, random, metrics, log } = this.parts;
    const { row, subscription, outcome } = attempted;
    const parts = { database, settings, now: clock.now(), random };
    const settled = await recordOutcome(attempted, parts);
    metrics.settled(settled, row.channel);
    if (outcome.kind === 'delivered') return;
    const { reason } = outcome;
    const about = { delivery: row.id, subscription: subscription.name, attempt: row.attempts };
    log.info({ ...about, settled, reason }, 'event_not_delivered');
    if (outcome.isGone === true) await this.parts.onGone(subscription);
  }
}

/** Whether a subscription gets nothing now by itself. */
const isHeld = (state: StateRow | undefined, now: Date): boolean =>
  state !== undefined &&
  (state.disabled_at !== null ||
    (state.throttled_until !== null && state.throttled_until.getTime() > now.getTime()));
