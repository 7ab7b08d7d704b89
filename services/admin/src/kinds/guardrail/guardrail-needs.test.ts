import { expect, it } from 'vitest';
import { resourceFixture, somebody } from '../../resources/testing/resource-fixture.ts';
import { factReach } from './guardrail-needs.ts';

it('tells of requests as far as usage does, and of none where that is the own alone', async () => {
  await using aicp = await resourceFixture();
  const { metadata } = await aicp.put('Organization', 'acme', {});
  const organizationUid = metadata.uid;
  const reach = (...[role, more]: Parameters<typeof somebody>) =>
    factReach(somebody(role, { organizationUid, ...more }), 'guard', { store: aicp.store });
  expect(reach('platform_admin')).toEqual({ guardrail: 'guard' });
  const own = { guardrail: 'guard', organization: 'acme', sinceMs: expect.any(Number) as number };
  expect(reach('org_admin')).toEqual(own);
  expect(reach('viewer')).toEqual(own);
  expect(reach('team_admin', { teamIds: ['ml', 'web'] })).toEqual({ ...own, teams: ['ml', 'web'] });
  expect(reach('team_admin', { teamIds: [] })).toEqual({ ...own, teams: [] });
  expect(() => reach('member')).toThrow(expect.objectContaining({ status: 403 }) as Error);
  expect(() => reach('org_admin', { organizationId: undefined })).toThrow('no organization');
});
