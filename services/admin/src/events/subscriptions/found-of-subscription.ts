import type { Finding, FoundCondition } from '@aicp/contracts/poll/findings-report';
import { eventSubscription } from '@aicp/crds/event-subscription';
import type { DeliveryState } from '@aicp/events/delivery/delivery-states';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { Target } from './stored-subscriptions.ts';
import type { SecretPlace } from './subscription-secrets.ts';

/** What is known of a subscription. */
export interface KnownOfSubscription {
  readonly object: StoredObject;
  readonly target: Target;
  /** How deliveries go; undefined: none was tried. */
  readonly state: DeliveryState | undefined;
  /** Where the secret stands that a webhook's deliveries are signed with. */
  readonly signedBy: SecretPlace | undefined;
  readonly nowMs: number;
}

/** What its conditions and `status.observed` say of it. */
export function foundOf(known: KnownOfSubscription): Finding {
  const { object, state } = known;
  const { metadata } = object;
  return {
    kind: eventSubscription.kind as 'EventSubscription',
    name: metadata.name,
    uid: metadata.uid ?? '',
    conditions: [
      { type: 'Delivering', ...deliveringOf(known) },
      { type: 'LastFailure', ...lastFailureOf(state) },
    ],
    observed: observedIn(state),
  };
}

const observedIn = (state: DeliveryState | undefined): Finding['observed'] => ({
  failed: state?.dead ?? 0,
  pending: state?.pending ?? 0,
  consecutiveFailures: state?.consecutiveFailures ?? 0,
  ...moment('lastSuccessAt', state?.lastSuccessAt),
  ...moment('lastFailureAt', state?.lastFailure?.at),
});

type Said = Omit<FoundCondition, 'type'>;

const said = (status: Said['status'], reason: string, message: string): Said => ({
  status,
  reason,
  message,
});

function deliveringOf(known: KnownOfSubscription): Said {
  const { object, target, state } = known;
  if (object.spec['isActive'] === false) {
    return said('False', 'Inactive', 'isActive is off, so that nothing is sent.');
  }
  if ('missing' in target) return said('False', target.reason, target.missing);
  if (!state || state.generation !== object.metadata.generation) {
    return said(
      'Unknown',
      'NothingSent',
      `Nothing was sent to it as it is now.${signature(known)}`,
    );
  }
  if (state.disabled) {
    const { reason, message } = state.disabled;
    const how = 'Change the subscription, or have a test event get through, to begin again.';
    return said('False', reason, `${message} ${how}`);
  }
  return ofAttempts(known, state);
}

function ofAttempts(known: KnownOfSubscription, state: DeliveryState): Said {
  const { consecutiveFailures, lastFailure, lastSuccessAt, throttledUntil } = state;
  if (throttledUntil && throttledUntil.getTime() > known.nowMs) {
    const until = throttledUntil.toISOString();
    return said('False', 'Throttled', `Its receiver asks to be left alone until ${until}.`);
  }
  if (consecutiveFailures > 0) {
    return said('False', 'Retrying', `It is tried again: ${lastFailure?.reason ?? 'it failed'}`);
  }
  return lastSuccessAt
    ? said('True', 'Delivering', `What was sent last has arrived.${signature(known)}`)
    : said('Unknown', 'NothingSent', `Nothing was sent to it as it is now.${signature(known)}`);
}

/** Whoever created a webhook by kubectl, without a secret, is told where the one is that was made for it. */
const signature = ({ signedBy }: KnownOfSubscription): string =>
  signedBy ? ` It is signed with key "${signedBy.key}" of Secret "${signedBy.name}".` : '';

function lastFailureOf(state: DeliveryState | undefined): Said {
  const { lastFailure } = state ?? {};
  if (!lastFailure) return said('False', 'None', 'No attempt has failed.');
  const { at, reason, status } = lastFailure;
  const code = status === undefined ? '' : ` (status ${status})`;
  return said('True', 'Failed', `${at.toISOString()}${code}: ${reason}`.slice(0, 2000));
}

const moment = (name: string, at: Date | undefined): Record<string, string> =>
  at ? { [name]: at.toISOString() } : {};
