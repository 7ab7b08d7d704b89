import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { LeaseAnswer, LeaseWish } from '@aicp/contracts/budgets/lease-call';
import type { Wanted } from './lease-account.ts';
import type { LeaseBook, Saying } from './lease-book.ts';
import type { LeaseClient } from './lease-client.ts';

export interface LeaseCallerOptions {
  readonly book: LeaseBook;
  readonly replica: string;
  /** A name of this process that no other has, nor had. */
  readonly session: string;
  readonly client: Pick<LeaseClient, 'send' | 'close'>;
  /** Whether this process spends alone; else it shares its counters, and only says what it spends. */
  readonly isAlone: () => boolean;
  /** Whether all that earlier processes of this replica spent is delivered. */
  readonly hasDeliveredOlder: () => boolean;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly log: Logger;
}

/** While something is spent, the budget service hears of it so often, ms. */
const EVERY_MS = 1_000;
/** Where others may give something back, it is asked for again after so long, ms. */
const AGAIN_MS = 100;

/** How a call went. `sought`: something is to be given back at once. `idle`: there is nothing to say before long. */
type Tried = 'heard' | 'sought' | 'failed' | 'idle';

/** Talks to the budget service: one call at a time, at once where a request waits for a grant, and every second while anything is spent. */
export class LeaseCaller {
  /** Whether the budget service did not answer the last call. */
  isLost = false;
  /** Until when grants may be used, by the monotonic clock, ms. */
  private validUntilMs = -Infinity;
  private readonly options: LeaseCallerOptions;
  private number = 0;
  /** The call that is under way; undefined: none is. */
  private calling: Promise<void> | undefined;
  private isStopped = false;
  /** Whether the budget service knows that earlier processes of this replica hold nothing any more. */
  private hasToldOlder = false;
  private timer: NodeJS.Timeout | undefined;
  /** Those who wait for the answer to the call after the one that is under way. */
  private waiters: (() => void)[] = [];

  constructor(options: LeaseCallerOptions) {
    this.options = options;
  }

  /** Whether what was granted may be used: the budget service was heard of within the time that it gave. */
  get isValid(): boolean {
    return this.options.clock.monotonic() < this.validUntilMs;
  }

  /** Something is spent: the budget service is to hear of it. */
  wake(): void {
    if (this.isStopped) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.call();
    }, EVERY_MS).unref();
  }

  /** Asks for so much more of accounts, and calls back once, when there is an answer or none can be had. */
  ask(wanted: Wanted, done: () => void): void {
    this.wake();
    // Nobody waits for a service that did not answer a moment ago: it is called again every second.
    if (this.isLost || this.isStopped) {
      done();
      return;
    }
    this.waiters.push(waitingFor(wanted, done));
    if (!this.calling) {
      // After all that this turn of the event loop has read: what is asked for together goes in one call.
      setImmediate(() => void this.call());
    }
  }

  /** The same a moment later: it counts as waited for from now on. */
  askAgain(wanted: Wanted, done: () => void): void {
    const again = waitingFor(wanted, () => {
      this.ask(wanted, done);
    });
    setTimeout(again, AGAIN_MS);
  }

  /** Ends the calls: what is granted is given back, as far as the budget service can be told. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.timer = undefined;
    // One that is under way says nothing of the end yet.
    await this.calling;
    await this.call();
    await this.options.client.close();
  }

  private async call(): Promise<void> {
    if (this.calling) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.calling = promise;
    const { waiters } = this;
    this.waiters = [];
    let tried = await this.exchange({ isFinal: this.isLost || this.isStopped });
    // One call that is lost is no outage: nobody is refused for it.
    if (tried === 'failed') tried = await this.exchange({ isFinal: true });
    this.calling = undefined;
    resolve(undefined);
    for (const waiter of waiters) waiter();
    if (this.waiters.length > 0 || tried === 'sought') setImmediate(() => void this.call());
    else if (tried !== 'idle') this.wake();
  }

  /** `isFinal`: what fails now is not tried again at once. */
  private async exchange({ isFinal }: { isFinal: boolean }): Promise<Tried> {
    const { book, clock, isAlone } = this.options;
    const sentAt = clock.monotonic();
    const saying = book.saying({
      nowMs: sentAt,
      wallMs: clock.now(),
      isAlone: isAlone(),
      isLast: this.isStopped,
    });
    const hasDeliveredOlder = this.options.hasDeliveredOlder();
    if (saying.accounts.length === 0) {
      if (hasDeliveredOlder && !this.hasToldOlder) await this.tellOlder();
      return this.hasToldOlder || this.isStopped ? 'idle' : 'heard';
    }
    try {
      return this.hear(saying, await this.send(saying.wishes, hasDeliveredOlder), sentAt);
    } catch (error) {
      if (!isFinal) return 'failed';
      this.lose(error);
      return 'heard';
    }
  }

  /** What earlier processes held is everybody's again as soon as this is heard. Nobody is refused anything by us where it is not: it is said again. */
  private async tellOlder(): Promise<void> {
    try {
      await this.send([], true);
    } catch (error) {
      this.options.log.debug({ err: error }, 'leases_of_older_kept');
    }
  }

  private hear(saying: Saying, answer: LeaseAnswer, sentAt: number): Tried {
    this.validUntilMs = sentAt + answer.valid_ms;
    this.options.book.hear(saying, answer);
    if (this.isLost) this.options.log.info({}, 'leases_resumed');
    this.isLost = false;
    const isSpent = this.isStopped || !this.options.isAlone();
    return !isSpent && saying.accounts.some((one) => one.hasToGiveBack) ? 'sought' : 'heard';
  }

  private lose(error: unknown): void {
    if (!this.isLost) this.options.log.warn({ err: error }, 'leases_unavailable');
    this.isLost = true;
    if (!this.isValid) this.options.book.forgetGrants();
  }

  private async send(
    wishes: readonly LeaseWish[],
    hasDeliveredOlder: boolean,
  ): Promise<LeaseAnswer> {
    const { client, replica, session } = this.options;
    this.number += 1;
    const answer = await client.send({
      ...{ replica, session, number: this.number },
      has_delivered_older: hasDeliveredOlder,
      counters: [...wishes],
    });
    if (hasDeliveredOlder) this.hasToldOlder = true;
    return answer;
  }
}

/** Requests wait for so much more of accounts, until the answer is there. */
function waitingFor(wanted: Wanted, done: () => void): () => void {
  for (const [account, amount] of wanted) account.waiting += amount;
  return () => {
    for (const [account, amount] of wanted) account.waiting -= amount;
    done();
  };
}
