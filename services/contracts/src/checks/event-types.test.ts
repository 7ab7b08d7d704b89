import { expect, it } from 'vitest';
import { eventTypeFault } from './event-types.ts';

it.each([
  [
    'sla.violated',
    'there is no event "sla.violated": of sla there are sla.violation, sla.resolved',
  ],
  ['budget.ex*', undefined],
  ['budgets.*', 'there is no event "budgets.*": types begin with budget, sla, provider, access'],
  ['exceeded', 'GET /api/v1/events/types lists them all'],
  ['*', undefined],
  ['key.rotated', undefined],
])('of %j is said which there are', (wanted, message) => {
  const fault = eventTypeFault(wanted);
  if (message === undefined) expect(fault).toBeUndefined();
  else expect(fault).toContain(message);
});
