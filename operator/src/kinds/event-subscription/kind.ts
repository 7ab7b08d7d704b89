import { eventSubscription, type EventSubscriptionSpec } from '@aicp/crds/event-subscription';
import { faultsOf } from '../kit/faults-of.ts';
import { accepted, notAccepted, type KindVerdict } from '../kit/kind-verdict.ts';
import { operatorKind } from '../kit/operator-kind.ts';
import { missingReferences, type Missing } from '../kit/references.ts';

/** An EventSubscription adds nothing to a snapshot: the admin service reads the object itself, and delivers to it. */
export const eventSubscriptionKind = operatorKind<EventSubscriptionSpec, Missing>({
  definition: eventSubscription,
  sections: () => [],
  gather: (spec, lookup, referrer) =>
    missingReferences(eventSubscription, spec, { lookup, referrer }),
  decide: (_object, spec, missing) => ({ ...decideOn(spec, missing), isRead: true }),
});

function decideOn(spec: EventSubscriptionSpec, { missing, missingSecrets }: Missing): KindVerdict {
  const faults = faultsOf(eventSubscription.kind, spec);
  if (faults.length > 0) return notAccepted('Invalid', faults.join('; '));
  const problems = [...missing, ...missingSecrets].join('; ');
  if (problems === '') return accepted([]);
  return notAccepted(missing.length > 0 ? 'ReferenceNotFound' : 'SecretNotFound', problems);
}
