import { Problem } from '@aicp/common/errors/problem';
import type { Subscription } from '@aicp/events/channels/channel';
import { systemContext } from '../kinds/access-grant/system-context.ts';
import type { CollectionService } from '../resources/collections/collection-service.ts';

/** Its receiver wants no more. Where Git owns the subscription, its conditions alone say so: nothing is delivered either way. */
export async function switchOff(
  service: Pick<CollectionService, 'change' | 'get'>,
  { name }: Pick<Subscription, 'name'>,
): Promise<void> {
  const context = systemContext('event-subscription-gone');
  try {
    await service.change(context, await service.get(context, name), {
      action: 'disable',
      fields: ['isActive'],
      change: ({ spec }) => ({ ...spec, isActive: false }),
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}
