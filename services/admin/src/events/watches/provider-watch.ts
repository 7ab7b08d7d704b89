import type { ProviderEventData } from '@aicp/contracts/events/provider-events';
import { incidentOf } from '@aicp/contracts/events/incident';
import type { Condition } from '@aicp/crds/kit/conditions';
import { provider } from '@aicp/crds/provider';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { EventDraft } from '@aicp/events/outbox/event-draft';
import type { SeenObject, Watch } from '../sweep/watch.ts';
import { conditionOf, messageOf } from './condition-of.ts';
import { objectEvent, titleOf } from './object-event.ts';

/** The reason of an outage: one credential of several that fails, or a few failures, is Degraded. */
const FAILING = 'Failing';

/** `provider.down` and `provider.recovered`: an outage lasts until requests are answered again, however it wavers in between. */
export const providerWatch: Watch = {
  name: 'providers',
  kinds: [provider],
  look: (object, before, surroundings) => {
    const healthy = conditionOf(object, 'Healthy');
    const isDown = before?.['down'] !== undefined;
    if (!healthy) return { marks: isDown ? before : {}, events: [] };
    const since = Date.parse(healthy.lastTransitionTime);
    const transition = new Date(since).toISOString();
    const event = (type: 'provider.down' | 'provider.recovered') =>
      objectEvent(object, surroundings, {
        ...{ type, transition, atMs: since },
        data: dataOf(object, healthy),
      });
    if (isDown && healthy.status === 'True') {
      return { marks: {}, events: [event('provider.recovered')] };
    }
    if (isDown || healthy.reason !== FAILING) return { marks: isDown ? before : {}, events: [] };
    const about = JSON.stringify(dataOf(object, healthy));
    const organization = surroundings.organizationOf(object) ?? '';
    return {
      marks: { down: transition, about, organization },
      events: [event('provider.down')],
    };
  },
  gone: (last, nowMs) => deleted(last, nowMs),
};

/** Nobody would end its outage otherwise. */
function deleted({ uid, name, marks }: SeenObject, nowMs: number): EventDraft[] {
  // What an earlier version noted says less.
  const { down, about, organization } = marks;
  if (down === undefined || about === undefined) return [];
  const data: ProviderEventData = {
    ...(JSON.parse(about) as ProviderEventData),
    ...{ since: new Date(nowMs).toISOString(), reason: 'Deleted' },
    message: 'the Provider was deleted while it was down',
  };
  return [
    {
      ...{ type: 'provider.recovered', uid, transition: 'deleted', at: new Date(nowMs), data },
      subject: `Provider/${name}`,
      organization: organization === '' ? undefined : organization,
    },
  ];
}

const dataOf = (object: StoredObject, healthy: Condition): ProviderEventData => ({
  provider_id: object.metadata.name,
  name: titleOf(object),
  since: new Date(healthy.lastTransitionTime).toISOString(),
  reason: healthy.reason,
  message: messageOf(healthy),
  incident: incidentOf('Provider', object.metadata.uid ?? ''),
});
