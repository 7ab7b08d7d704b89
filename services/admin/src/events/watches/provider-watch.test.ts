import { EVENT_CATALOG } from '@aicp/contracts/events/event-catalog';
import { provider } from '@aicp/crds/provider';
import { expect, it } from 'vitest';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { Marks } from '../sweep/watch.ts';
import { conditionWith, stateOf } from '../testing/object-states.ts';
import { providerWatch } from './provider-watch.ts';

const NOON = Date.UTC(2026, 10, 24, 12);

const with_ = (status: 'True' | 'False' | 'Unknown', reason: string, minute: number) => {
  const lastTransitionTime = `2026-11-24T12:0${minute}:00Z`;
  const healthy = conditionWith('Healthy', status, { reason, lastTransitionTime });
  return stateOf(provider, 'openai', { spec: { organizationId: 'acme' }, status: healthy });
};

it('ends the outage of a Provider that is deleted', () => {
  const look = (state: StoredObject, marks?: Marks) =>
    providerWatch.look(state, marks, { nowMs: NOON, organizationOf: () => 'acme' });
  const gone = (marks: Marks) =>
    providerWatch.gone?.({ uid: 'uid-openai', kind: 'Provider', name: 'openai', marks }, NOON);
  const down = look(with_('False', 'Failing', 2));
  const wavered = look(with_('Unknown', 'NoTraffic', 3), down.marks);
  const [event, ...others] = gone(wavered.marks) ?? [];
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    ...{ type: 'provider.recovered', transition: 'deleted', organization: 'acme' },
    ...{ uid: 'uid-openai', subject: 'Provider/openai' },
    data: { reason: 'Deleted', incident: down.events[0]?.data['incident'] },
  });
  const { data } = EVENT_CATALOG['provider.recovered'];
  expect(data.strict().safeParse(event?.data).success).toBe(true);
  expect(gone(look(with_('True', 'Serving', 5), down.marks).marks)).toEqual([]);
});
