import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../checks/event-types.ts';
import { EVENT_CATALOG } from './event-catalog.ts';
import { incidentOf } from './incident.ts';

it('every type has an example that is all of its data and no more', () => {
  expect(Object.keys(EVENT_CATALOG).sort()).toEqual([...EVENT_TYPES].sort());
  for (const [type, { data, example }] of Object.entries(EVENT_CATALOG)) {
    expect(data.strict().safeParse(example).error?.message, type).toBeUndefined();
  }
});

it('what is part of an incident says of which one', () => {
  for (const [type, { incident, data }] of Object.entries(EVENT_CATALOG)) {
    expect('incident' in data.shape, type).toBe(incident !== undefined);
  }
  const rules = Object.entries(EVENT_CATALOG).flatMap(([type, { incident }]) =>
    incident ? [[type, incident]] : [],
  );
  expect(rules).toEqual([
    ['budget.warning', 'opens'],
    ['budget.exceeded', 'opens'],
    ['budget.reset', 'resolves'],
    ['sla.violation', 'opens'],
    ['sla.resolved', 'resolves'],
    ['provider.down', 'opens'],
    ['provider.recovered', 'resolves'],
  ]);
});

it('an incident is the same for the same thing, and another for another', () => {
  expect(incidentOf('Budget', 'a', 'b')).toBe(incidentOf('Budget', 'a', 'b'));
  const all = [
    incidentOf('Budget', 'a', 'b'),
    incidentOf('Budget', 'ab'),
    incidentOf('Provider', 'a', 'b'),
  ];
  expect(new Set(all).size).toBe(all.length);
  expect(all[0]).toMatch(/^inc_[0-9a-f]{32}$/);
});
