import { promptTemplate } from '@aicp/crds/prompt-template';
import { promptVersion } from '@aicp/crds/prompt-version';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '@aicp/api-kit/access/principal';
import {
  contextOf,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../../resources/testing/resource-fixture.ts';
import { promptTemplateRoutes } from './routes.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const author = somebody('org_admin', { subject: 'ada' });
const admin = somebody('platform_admin', { subject: 'root' });
const member = somebody('member');

describe('the life of a prompt', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const service = () => aicp.services(promptTemplate);
  const deciding = () => ({
    prompts: service(),
    service: aicp.services(promptVersion),
    store: aicp.store,
    clock: new ManualClock(NOW),
  });

  /** Calls what stands below `/api/v1/prompts/summary`. */
  const call = async (
    verb: string,
    more: { by?: Principal; body?: object; dryRun?: boolean; ifMatch?: string } = {},
  ): Promise<Record<string, unknown>> => {
    const { by = author, body, ...rest } = more;
    const route = promptTemplateRoutes(deciding()).find(({ path }) => path.endsWith(`/${verb}`));
    if (!route) throw new Error(`no ${verb}`);
    const parsed: unknown = route.body?.parse(body ?? {});
    const query: unknown = route.query?.parse({});
    const context = contextOf(by, { params: { id: 'summary' }, body: parsed, query, ...rest });
    return (await route.handler(context)).body as Record<string, unknown>;
  };
  const create = async (by = author) =>
    await service().create(contextOf(by), { name: 'Summary', template_text: 'One: {{text}}' });
  const edit = async (body: object) => {
    const context = contextOf(author);
    return await service().update(context, await service().get(context, 'summary'), { ...body });
  };
  const stored = () => aicp.peek('PromptTemplate', 'summary')?.spec;
  const version = (number: number) => aicp.peek('PromptVersion', `summary-${number}`)?.spec;
  const approve = async () => {
    await call('submit-review');
    return await call('approve');
  };
  const render = async (body: object = {}) =>
    await call('render', { by: member, body: { variables: { text: 'x' }, ...body } });

  it('begins as a draft, which can be rendered', async () => {
    await create();
    expect(await render()).toEqual({ rendered_text: 'One: x', version: 1, status: 'draft' });
  });

  it('leads through review to an approved version that never changes', async () => {
    await create();
    expect(await call('submit-review')).toMatchObject({ status: 'in_review' });
    expect(await call('approve')).toMatchObject({ status: 'approved', version: 1 });
    expect(version(1)).toEqual({
      organizationId: 'acme',
      prompt: 'summary',
      version: 1,
      templateText: 'One: {{text}}',
      approvedBy: 'ada',
      approvedAt: new Date(NOW).toISOString(),
    });
    expect(await render()).toMatchObject({ rendered_text: 'One: x', status: 'approved' });
    expect(await call('archive')).toMatchObject({ status: 'archived' });
  });

  it('goes back to draft with a rejection', async () => {
    await create();
    await call('submit-review');
    expect(await call('reject')).toMatchObject({ status: 'draft' });
    expect(version(1)).toBeUndefined();
  });

  it.each([
    ['draft', ['approve', 'reject', 'archive']],
    ['in_review', ['submit-review', 'archive']],
    ['approved', ['submit-review', 'approve', 'reject']],
    ['archived', ['submit-review', 'approve', 'reject', 'archive']],
  ])('takes no step that does not lead on from %s', async (state, verbs) => {
    const spec = { organizationId: 'acme', templateText: 'x', state, servedVersion: 1 };
    const approval = { approvedBy: 'bob', approvedAt: '2026-01-01T00:00:00Z' };
    const { organizationId, templateText } = spec;
    const kept = { organizationId, templateText, prompt: 'summary', version: 1, ...approval };
    await aicp.put('PromptVersion', 'summary-1', kept);
    await aicp.put('PromptTemplate', 'summary', spec);
    for (const verb of verbs) {
      await expect(call(verb), verb).rejects.toMatchObject({
        status: 409,
        detail: expect.stringContaining(`is ${state};`) as string,
      });
    }
    expect(stored()).toEqual(spec);
  });

  it('serves the approved text while an edit of it is a draft', async () => {
    await create();
    await approve();
    const edited = await edit({ template_text: 'Two: {{text}}' });
    expect(edited.spec).toMatchObject({ state: 'draft', version: 2, servedVersion: 1 });
    expect(await render()).toMatchObject({ rendered_text: 'One: x', version: 1 });
    const draft = { rendered_text: 'Two: x', version: 2, status: 'draft' };
    expect(await render({ version: 2 })).toEqual(draft);
    await approve();
    expect(await render()).toMatchObject({ rendered_text: 'Two: x', version: 2 });
    expect(await render({ version: 1 })).toMatchObject({ rendered_text: 'One: x' });
  });

  it('stays approved where an edit leaves its text as it is', async () => {
    await create();
    await approve();
    await edit({ description: 'shorter', template_text: 'One: {{text}}' });
    expect(stored()).toMatchObject({ state: 'approved', version: 1, description: 'shorter' });
  });

  it('leaves review with an edit, so that nobody approves what he did not read', async () => {
    await create();
    await call('submit-review');
    await edit({ template_text: 'Two' });
    expect(stored()).toMatchObject({ state: 'draft' });
    expect(stored()).not.toHaveProperty('version');
  });

  it('does not change its text once it is archived', async () => {
    await create();
    await approve();
    await call('archive');
    await expect(edit({ template_text: 'Two' })).rejects.toMatchObject({ status: 409 });
    await edit({ description: 'gone' });
    await expect(render()).rejects.toMatchObject({ status: 409 });
    expect(await render({ version: 1 })).toMatchObject({ rendered_text: 'One: x' });
    await expect(call('rollback', { body: { version: 1 } })).rejects.toMatchObject({ status: 409 });
  });

  it('comes back to an approved version, and counts on from the last one', async () => {
    await create();
    await approve();
    await edit({ template_text: 'Two: {{text}}', model_hint: 'gpt-4o' });
    await approve();
    const back = await call('rollback', { body: { version: 1 } });
    expect(back).toMatchObject({ status: 'approved', version: 1, template_text: 'One: {{text}}' });
    expect(stored()).not.toHaveProperty('modelHint');
    expect(await render()).toMatchObject({ rendered_text: 'One: x' });
    expect((await edit({ template_text: 'Three' })).spec).toMatchObject({ version: 3 });
    await expect(call('rollback', { body: { version: 9 } })).rejects.toMatchObject({ status: 422 });
  });

  it('lists its versions, newest first, the text at hand before them', async () => {
    await create();
    await approve();
    await edit({ template_text: 'Two' });
    expect(await call('versions', { by: member })).toMatchObject([
      { version: 2, status: 'draft', served: false, template_text: 'Two', approved_by: null },
      { version: 1, status: 'approved', served: true, approved_by: 'ada' },
    ]);
  });

  it('keeps no version of an approval that is refused', async () => {
    await create();
    await call('submit-review');
    await expect(call('approve', { ifMatch: '0' })).rejects.toMatchObject({ status: 412 });
    expect(await call('approve', { dryRun: true })).toMatchObject({ status: 'approved' });
    expect(version(1)).toBeUndefined();
    expect(stored()).toMatchObject({ state: 'in_review' });
  });

  it('keeps no version of a text that changed while it was approved', async () => {
    await create();
    await call('submit-review');
    aicp.api.intercept = async ({ verb, resource }) => {
      if (verb !== 'create' || resource !== 'promptversions.aicp.dev') return;
      aicp.api.intercept = () => undefined;
      await aicp.put('PromptTemplate', 'summary', { ...stored(), templateText: 'Other' });
    };
    await expect(call('approve')).rejects.toMatchObject({ status: 409 });
    expect(version(1)).toBeUndefined();
    expect(stored()).toMatchObject({ state: 'in_review', templateText: 'Other' });
  });

  it('takes the next number where an approval that was cut short took its own for another text', async () => {
    await create();
    const kept = { organizationId: 'acme', prompt: 'summary', version: 1, templateText: 'Old' };
    const approval = { approvedBy: 'bob', approvedAt: '2026-01-01T00:00:00Z' };
    await aicp.put('PromptVersion', 'summary-1', { ...kept, ...approval });
    expect(await approve()).toMatchObject({ status: 'approved', version: 2 });
    expect(version(2)).toMatchObject({ templateText: 'One: {{text}}' });
  });

  it('shows nobody the versions that another organization’s prompt of this name left', async () => {
    await aicp.put('PromptVersion', 'summary-1', {
      organizationId: 'other',
      prompt: 'summary',
      version: 1,
      templateText: 'secret',
      approvedBy: 'eve',
      approvedAt: '2026-01-01T00:00:00Z',
    });
    await create();
    expect(JSON.stringify(await call('versions'))).not.toContain('secret');
    await expect(call('rollback', { body: { version: 1 } })).rejects.toMatchObject({ status: 422 });
    expect(await approve()).toMatchObject({ version: 2 });
  });

  it('is decided on within one’s organization only', async () => {
    await create(admin);
    await call('submit-review', { by: admin });
    for (const verb of ['approve', 'reject']) {
      await expect(call(verb), verb).rejects.toMatchObject({ status: 404 });
    }
    expect(version(1)).toBeUndefined();
    await call('approve', { by: admin });
    await expect(call('archive')).rejects.toMatchObject({ status: 403 });
  });
});
