import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { describe, expect, it } from 'vitest';
import {
  contextOf,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../resources/testing/resource-fixture.ts';
import { approve } from './decide.ts';
import { prompts } from './collection.ts';
import { promptRoutes } from './prompt-routes.ts';
import { promptVersions, versionsOf } from './prompt-versions.ts';

const decidingOn = (aicp: ResourceFixture) => ({
  ...{ prompts: aicp.services(prompts(aicp.store)), service: aicp.services(promptVersions) },
  ...{ store: aicp.store, clock: new ManualClock(0) },
});
const PROMPT = { organizationId: 'acme', templateText: 'One', state: 'in_review' };

describe('approved versions', () => {
  it('belong to the very prompt: one that takes its name later has none of them', async () => {
    await using aicp = await resourceFixture();
    const first = await aicp.put('PromptTemplate', 'summary', PROMPT);
    const made = await approve(decidingOn(aicp), contextOf(somebody('org_admin')), first);
    expect(versionsOf(aicp.store, made)).toHaveLength(1);
    expect(aicp.peek('PromptVersion', 'summary-1')?.metadata).toMatchObject({
      ownerReferences: [{ kind: 'PromptTemplate', name: 'summary', uid: first.metadata.uid }],
    });
    const another = { ...made, metadata: { ...made.metadata, uid: 'another' } };
    expect(versionsOf(aicp.store, another)).toEqual([]);
  });

  it('are deleted with it', async () => {
    await using aicp = await resourceFixture();
    const first = await aicp.put('PromptTemplate', 'summary', PROMPT);
    const deciding = decidingOn(aicp);
    const context = contextOf(somebody('org_admin'));
    const made = await approve(deciding, context, first);
    await deciding.prompts.delete(context, made, false);
    expect(aicp.peek('PromptVersion', 'summary-1')).toBeUndefined();
  });

  it('are not approved by who submitted them, where another administrator could', async () => {
    await using aicp = await resourceFixture();
    const key = { keyHash: 'a'.repeat(64), role: 'org_admin', organizationId: 'acme' };
    await aicp.put('APIKey', 'other', key);
    await aicp.put('PromptTemplate', 'summary', { ...PROMPT, state: 'draft' });
    const call = async (verb: string, subject: string) => {
      const route = promptRoutes(decidingOn(aicp)).find(({ path }) => path.endsWith(`/${verb}`));
      const principal = somebody('org_admin', { subject });
      return (await route!.handler(contextOf(principal, { params: { id: 'summary' } }))).body;
    };
    expect(await call('submit-review', 'ada')).toMatchObject({ submitted_by: 'ada' });
    await expect(call('approve', 'ada')).rejects.toMatchObject({ status: 403 });
    expect(await call('approve', 'bob')).toMatchObject({ status: 'approved' });
  });

  it('are not approved by who wrote them, whoever submitted them', async () => {
    await using aicp = await resourceFixture();
    const key = { keyHash: 'a'.repeat(64), role: 'org_admin', organizationId: 'acme' };
    await aicp.put('APIKey', 'bobs', { ...key, userId: 'bob' });
    await aicp.put('APIKey', 'dans', { ...key, userId: 'dan' });
    const deciding = decidingOn(aicp);
    const as = (subject: string) => contextOf(somebody('org_admin', { subject }));
    const made = await deciding.prompts.create(as('ada'), { name: 'Summary', template_text: 'A' });
    const edited = await deciding.prompts.update(as('bob'), made, { template_text: 'AB' });
    expect(edited.spec['writtenBy']).toEqual([{ userId: 'ada' }, { userId: 'bob' }]);
    const submitted = await aicp.put('PromptTemplate', 'summary', {
      ...edited.spec,
      state: 'in_review',
      submittedBy: 'cy',
    });
    await expect(approve(deciding, as('ada'), submitted)).rejects.toMatchObject({ status: 403 });
    await expect(approve(deciding, as('bob'), submitted)).rejects.toMatchObject({ status: 403 });
    const approved = await approve(deciding, as('dan'), submitted);
    const anew = await deciding.prompts.update(as('dan'), approved, { template_text: 'C' });
    expect(anew.spec['writtenBy']).toEqual([{ userId: 'dan' }]);
  });

  it('take no word of a caller on who wrote them', async () => {
    await using aicp = await resourceFixture();
    const { prompts: service } = decidingOn(aicp);
    const body = { name: 'Summary', template_text: 'A', written_by: [{ user_id: 'somebody' }] };
    const context = contextOf(somebody('org_admin'));
    await expect(service.create(context, body)).rejects.toMatchObject({ status: 422 });
  });
});
