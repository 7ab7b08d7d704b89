import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { useRights } from '../../../resources/use-rights.ts';
import { RotateSecret } from './rotate-secret.tsx';
import { SendTrial } from './send-trial.tsx';

/** What is done with a subscription besides changing it: try it, and replace a webhook's secret. */
export function SubscriptionActions({ object }: { readonly object: ApiObject }) {
  const canWrite = useRights(RESOURCES.eventSubscription).change(object);
  if (!canWrite) return null;
  const canRotate = object['channel'] === 'webhook' && object.read_only !== true;
  return (
    <>
      <SendTrial object={object} />
      {canRotate && <RotateSecret object={object} />}
    </>
  );
}
