import { useCan } from '../../../api/runtime.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import { RotateSecret } from './rotate-secret.tsx';
import { SendTrial } from './send-trial.tsx';

/** What is done with a subscription besides changing it: try it, and replace a webhook's secret. */
export function SubscriptionActions({ object }: { readonly object: ApiObject }) {
  const canWrite = useCan('event_subscriptions:write');
  if (!canWrite) return null;
  const canRotate = object['channel'] === 'webhook' && object.read_only !== true;
  return (
    <>
      <SendTrial object={object} />
      {canRotate && <RotateSecret object={object} />}
    </>
  );
}
