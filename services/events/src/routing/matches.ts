import type { Subscription } from '../channels/channel.ts';

/** What decides who is told of an event. */
export interface RoutedEvent {
  readonly type: string;
  readonly subject: string;
  /** undefined: the platform's. */
  readonly organization: string | undefined;
  /** Names of the subscriptions that may be told; undefined: all. */
  readonly onlyTo: readonly string[] | undefined;
  readonly isTest: boolean;
}

/** Whether types, of which one may end in `*`, have this one among them. */
export const matchesType = (types: readonly string[], type: string): boolean =>
  types.some((wanted) =>
    wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type,
  );

/** Whether a subscription sees events of an organization: its own ones, and all where it is the platform's. */
const sees = (subscription: Subscription, organization: string | undefined): boolean =>
  subscription.organization === undefined || subscription.organization === organization;

const isAbout = ({ subject: wanted }: Subscription, subject: string): boolean =>
  wanted === undefined || wanted === subject;

/**
 * Whether a subscription is told of an event. `isDisabled`: failed deliveries have disabled it. A test event goes to the subscriptions that it names, whatever they subscribe to and
 * whether or not they are disabled, and to nobody else.
 */
export function matches(
  event: RoutedEvent,
  subscription: Subscription,
  isDisabled: boolean,
): boolean {
  if (!sees(subscription, event.organization)) return false;
  const isNamed = event.onlyTo?.includes(subscription.name);
  if (event.isTest) return isNamed === true;
  if (!subscription.isActive || isDisabled || isNamed === false) return false;
  return isAbout(subscription, event.subject) && matchesType(subscription.eventTypes, event.type);
}
