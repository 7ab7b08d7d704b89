import { expect, it } from 'vitest';
import { toAnswer } from '../../resources/answer-object.ts';
import { resourceFixture, somebody } from '../../resources/testing/resource-fixture.ts';
import { workflowTemplateCollection } from './collection.ts';

it('tells tenants of the platform’s workflows what they do, and not how often others run them', async () => {
  await using aicp = await resourceFixture();
  const counts = { runs: 7, failures: 1 };
  const status = { observed: counts };
  const platforms = { ...(await aicp.put('WorkflowTemplate', 'platforms', {})), status };
  const own = {
    ...(await aicp.put('WorkflowTemplate', 'own', { organizationId: 'acme' })),
    status,
  };
  const collection = workflowTemplateCollection();
  const seen = (role: 'platform_admin' | 'org_admin' | 'member') =>
    [platforms, own].map((one) => toAnswer(collection, one, somebody(role))['observed']);
  expect(seen('platform_admin')).toEqual([counts, counts]);
  expect(seen('org_admin')).toEqual([{}, counts]);
  expect(seen('member')).toEqual([{}, counts]);
});
