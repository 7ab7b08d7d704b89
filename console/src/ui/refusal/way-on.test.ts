import { expect, it } from 'vitest';
import { forPeople, wayOn } from './way-on.ts';

const refusedBy = (detail: string) => ({
  code: 'model_not_allowed',
  steps: [{ stage: 'access', outcome: 'refused', detail }],
});

it('names the tiers to ask for', () => {
  const way = wayOn(refusedBy('tier premium, tier experimental'));
  expect(way?.tiers).toEqual(['premium', 'experimental']);
  expect(way?.text).toMatch(/asked for in Model Access/);
});

it('says of lists whose they are, and who changes them', () => {
  const way = wayOn(refusedBy('team ml, organization acme'));
  expect(way?.tiers).toEqual([]);
  expect(way?.text).toMatch(/list of models of the team ml .* An organization administrator/);
  expect(way?.text).toMatch(/list of models of the organization acme .* A platform administrator/);
});

it('says who writes policies, and nothing of a limit', () => {
  expect(wayOn({ code: 'policy_denied', steps: [] })?.text).toMatch(/ask one of them/);
  expect(wayOn({ code: 'rate_limit_exceeded', steps: [] })).toBeUndefined();
});

it('says where to ask also of a request whose steps are not kept', () => {
  expect(wayOn({ code: 'model_not_allowed', steps: [] })?.tiers).toEqual([]);
});

it.each([
  'This key may not use "x": it is not among the models of the team ml. GET /v1/models lists what it may use.',
  'This key may not use "x": it is not among the models of the team ml. Ask for one at the admin API: POST /api/v1/model-access/requests with {"tier_id": "t"}. GET /v1/models lists what it may use.',
])('leaves out what is for programs: %s', (message) => {
  expect(forPeople(message)).toBe(
    'This key may not use "x": it is not among the models of the team ml.',
  );
});
