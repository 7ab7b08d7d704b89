import { Counts, ownersShare } from '@aicp/common/counters/counts';
import type { Subscription } from '../channels/channel.ts';
import type { DeliverySettings } from './settings.ts';

type Places = Pick<DeliverySettings, 'atOnce' | 'atOncePerSubscription' | 'atOnceFailing'>;

interface Attempt {
  readonly subscription: Subscription;
  /** Whether its receiver was failing when it began. */
  readonly isFailing: boolean;
}

/** The attempts that a replica makes at a time, and who may begin another: no receiver and no organization takes all places. */
export class AttemptsUnderWay {
  private readonly places: Places;
  private readonly attempts = new Map<Promise<void>, Attempt>();
  /** How many there are by the uid of their subscription. */
  private readonly bySubscription = new Counts<string>();
  /** How many there are by the organization whose subscription it is; undefined: the platform. */
  private readonly byOwner = new Counts<string | undefined>();
  private failing = 0;

  constructor(places: Places) {
    this.places = places;
  }

  get size(): number {
    return this.attempts.size;
  }

  /** Resolves when those that are under way now have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.attempts.keys());
  }

  /** How many more attempts may begin. */
  roomFor(subscription: Subscription, isFailing: boolean): number {
    const { atOnce, atOncePerSubscription, atOnceFailing } = this.places;
    const own = isFailing ? 1 : atOncePerSubscription;
    return Math.min(
      own - this.bySubscription.of(subscription.uid),
      isFailing ? atOnceFailing - this.failing : Number.POSITIVE_INFINITY,
      atOnce - this.size,
      this.leftToOwner(subscription),
    );
  }

  /** Owners with the fewest attempts come first, then subscriptions with the fewest, so that slow receivers do not take all places; of others, whichever chance ([0, 1)) brings. */
  inTurn(due: readonly Subscription[], random: () => number): Subscription[] {
    return due
      .map((subscription) => ({
        subscription,
        owners: this.byOwner.of(subscription.organization),
        own: this.bySubscription.of(subscription.uid) + random(),
      }))
      .sort((one, other) => one.owners - other.owners || one.own - other.own)
      .map(({ subscription }) => subscription);
  }

  /** Counts an attempt until `work` ends, which must not reject. */
  add(attempt: Attempt, work: Promise<void>): void {
    this.attempts.set(work, attempt);
    this.count(attempt, 1);
    void work.finally(() => {
      this.attempts.delete(work);
      this.count(attempt, -1);
    });
  }

  private count({ subscription, isFailing }: Attempt, by: 1 | -1): void {
    this.bySubscription.add(subscription.uid, by);
    this.byOwner.add(subscription.organization, by);
    if (isFailing) this.failing += by;
  }

  /** An owner has at most half of what others leave, and what one subscription may have at least, however many subscriptions it has. */
  private leftToOwner({ organization }: Subscription): number {
    const { atOnce, atOncePerSubscription } = this.places;
    const own = this.byOwner.of(organization);
    return ownersShare(atOnce, this.size - own, atOncePerSubscription) - own;
  }
}
