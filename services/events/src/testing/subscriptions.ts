import type { ResolvedTarget, Subscription, SubscriptionSource } from '../channels/channel.ts';

/** A webhook of the platform that is told of everything, but for what `more` says. */
export const subscription = (name: string, more: Partial<Subscription> = {}): Subscription => ({
  uid: `uid-of-${name}`,
  name,
  organization: undefined,
  eventTypes: ['*'],
  channel: 'webhook',
  isActive: true,
  generation: 1,
  ...more,
});

/** Subscriptions that a test keeps itself. */
export class ListedSubscriptions implements SubscriptionSource {
  list: readonly Subscription[];
  targets: (subscription: Subscription) => ResolvedTarget | { readonly missing: string };

  constructor(
    list: readonly Subscription[],
    targets: ListedSubscriptions['targets'] = ({ name }) => ({
      channel: 'webhook',
      url: `https://${name}.example.com/`,
      secrets: [],
    }),
  ) {
    this.list = list;
    this.targets = targets;
  }

  all(): readonly Subscription[] {
    return this.list;
  }

  target(one: Subscription): Promise<ResolvedTarget | { readonly missing: string }> {
    return Promise.resolve(this.targets(one));
  }
}
