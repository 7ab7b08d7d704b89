import { describeError } from '@aicp/common/kubernetes/errors';
import type { Logger } from '@aicp/common/log/logger';
import { type Clock, pause } from '@aicp/common/time/clock';
import type { JWK } from 'jose';
import type { PersistedLicense } from './license-in-snapshot.ts';
import { isRenewalDue } from './license-status.ts';
import { stateOf, type LicenseState } from './license-state.ts';
import { verifyLicense, type LicenseFinding } from './verify-license.ts';

export interface LicenseKeeperOptions {
  /** The public keys of this build; undefined: it has none. */
  readonly keys: readonly JWK[] | undefined;
  /** LICENSE_KEY: counts while nothing is persisted, and is persisted then if it verifies. */
  readonly variable: string | undefined;
  /** Stores a token as the license of the installation. */
  readonly persist: (token: string) => Promise<void>;
  /** Says the state on the License object, where there is one. */
  readonly report: (state: LicenseState) => Promise<void>;
  /** Notes a moment, and answers the latest that was ever noted; ms. Rejects where the database is away. */
  readonly latestMoment: (nowMs: number) => Promise<number>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Specification, "Limits". */
const VERIFY_MS = 300_000;
/** What could not be noted, stored or reported is tried again so soon. */
const LOOK_MS = 5_000;
const DAY_MS = 86_400_000;
/** A snapshot that was on its way when a token was stored arrives within this, and one that brings the token follows it. */
const UNDER_WAY_MS = 30_000;

/** A token that was stored just now, which no snapshot has brought yet. */
interface Adopted {
  readonly token: string;
  /** What counted before: what a snapshot from before may still bring. */
  readonly superseded: ReadonlySet<string | undefined>;
  /** Until when such a snapshot is taken for an old one; monotonic ms. */
  readonly until: number;
}

/** Knows the license: from the snapshot, else from LICENSE_KEY; verifies it at the start, with every change, and every five minutes. */
export class LicenseKeeper {
  private readonly options: LicenseKeeperOptions;
  private readonly ending = new AbortController();
  private persisted: PersistedLicense | undefined;
  private token: string | undefined;
  private adopted: Adopted | undefined;
  private finding: LicenseFinding = { type: 'none' };
  private latestMs = 0;
  private warnedAt = -Infinity;
  private saidOfBackwards = false;
  private saidOfNone = false;
  private verifiedAt = -Infinity;
  private isBehind = false;
  private queue: Promise<void> = Promise.resolve();
  private loop: Promise<void> | undefined;

  constructor(options: LicenseKeeperOptions) {
    this.options = options;
  }

  /** Verifies now, and every five minutes from then on. */
  start(): void {
    this.loop ??= this.run();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.loop;
    await this.queue;
  }

  /** The state as of now. A clock that was set back makes no license younger. */
  get state(): LicenseState {
    return stateOf(this.finding, this.nowMs);
  }

  /** What the state would be with another token; undefined where that does not verify. */
  async tryToken(token: string): Promise<{ state: LicenseState; isVerified: boolean }> {
    const finding = await verifyLicense(token, this.options.keys);
    return { state: stateOf(finding, this.nowMs), isVerified: finding.type === 'verified' };
  }

  /** What a snapshot says of the license, where it says something new. Resolves when that is verified. */
  async take(persisted: PersistedLicense): Promise<void> {
    this.persisted = persisted;
    this.verifySoon();
    await this.queue;
  }

  /** Counts a token that was stored just now: a later snapshot brings it, and none from before undoes it. */
  async adopt(token: string): Promise<void> {
    const superseded = new Set([...(this.adopted?.superseded ?? []), this.currentToken()]);
    const until = this.options.clock.monotonic() + UNDER_WAY_MS;
    this.adopted = { token, superseded, until };
    this.verifySoon();
    await this.queue;
  }

  private currentToken(): string | undefined {
    const { adopted } = this;
    const told = this.persisted?.token ?? this.options.variable;
    if (adopted?.superseded.has(told) && told !== adopted.token && !this.isAdoptedLongAgo) {
      return adopted.token;
    }
    this.adopted = undefined;
    return told;
  }

  private get isAdoptedLongAgo(): boolean {
    return this.adopted !== undefined && this.options.clock.monotonic() >= this.adopted.until;
  }

  private get nowMs(): number {
    return Math.max(this.options.clock.now(), this.latestMs);
  }

  private async run(): Promise<void> {
    const { clock } = this.options;
    const { signal } = this.ending;
    do {
      const isDue = clock.monotonic() - this.verifiedAt >= VERIFY_MS;
      if (!isDue && !this.isBehind && !this.isAdoptedLongAgo) continue;
      this.verifySoon();
      await this.queue;
    } while (await pause(clock, LOOK_MS, signal));
  }

  /** One after the other, so that the last word is the last token's. */
  private verifySoon(): void {
    this.queue = this.queue.then(() => this.verify());
  }

  private async verify(): Promise<void> {
    const { clock, keys, log } = this.options;
    this.token = this.currentToken();
    this.finding = await verifyLicense(this.token, keys);
    this.verifiedAt = clock.monotonic();
    this.sayOfNone();
    try {
      await this.readClock();
      await this.keepVariable();
      await this.options.report(this.state);
      this.isBehind = false;
    } catch (error) {
      // The state is right all the same; the next look tries again.
      this.isBehind = true;
      log.info({ reason: describeError(error) }, 'license_not_reported');
    }
    this.warn();
  }

  /** At the start, once it is known that nothing is persisted either. */
  private sayOfNone(): void {
    if (this.saidOfNone || !this.persisted) return;
    this.saidOfNone = true;
    const message = 'no license is present: activate one in the console';
    if (!this.state.present) this.options.log.info({ message }, 'no_license_present');
  }

  private async readClock(): Promise<void> {
    const { clock, latestMoment, log } = this.options;
    const issuedMs = this.finding.type === 'verified' ? this.finding.claims.iat * 1000 : 0;
    this.latestMs = await latestMoment(Math.max(clock.now(), issuedMs));
    const isBackwards = clock.now() < this.latestMs - DAY_MS;
    if (isBackwards && !this.saidOfBackwards) {
      const latest = new Date(this.latestMs).toISOString();
      log.warn({ clock: new Date(clock.now()).toISOString(), latest }, 'clock_was_set_back');
    }
    this.saidOfBackwards = isBackwards;
  }

  /** A first boot: what the variable holds becomes the license, and later starts need no variable. */
  private async keepVariable(): Promise<void> {
    const { variable, persist, log } = this.options;
    const isFirst = this.persisted?.isThere === false && this.token === variable;
    if (variable === undefined || !isFirst || this.finding.type !== 'verified') return;
    await persist(variable);
    // The next snapshot says so too.
    this.persisted = { isThere: true, token: variable };
    log.info({}, 'license_persisted');
  }

  /** Once a day, from two weeks before the end. */
  private warn(): void {
    const { clock, log } = this.options;
    const { state } = this;
    if (!state.present || (state.valid && !isRenewalDue(state))) return;
    if (clock.monotonic() - this.warnedAt < DAY_MS) return;
    this.warnedAt = clock.monotonic();
    const { error, days_remaining, expires_at } = state;
    const event = state.valid ? 'license_renewal_due' : 'license_not_valid';
    log.warn({ error, days_remaining, expires_at }, event);
  }
}
