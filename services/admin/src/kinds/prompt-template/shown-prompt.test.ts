import { promptTemplate } from '@aicp/crds/prompt-template';
import { promptVersion } from '@aicp/crds/prompt-version';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '@aicp/api-kit/access/principal';
import { shownSpec, toAnswer } from '../../resources/answer-object.ts';
import {
  contextOf,
  problem,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../../resources/testing/resource-fixture.ts';
import { promptTemplateRoutes } from './routes.ts';

const root = somebody('platform_admin', { subject: 'root' });
const tenants = [somebody('org_admin'), somebody('member')];
const BY_ROOT = { approvedBy: 'root', approvedAt: '2026-01-01T00:00:00Z' };

describe('what is told of a prompt', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const service = () => aicp.services(promptTemplate);
  const call = async (
    verb: string,
    more: { by?: Principal; body?: object; query?: object; url?: string } = {},
  ) => {
    const deciding = {
      prompts: service(),
      service: aicp.services(promptVersion),
      store: aicp.store,
      clock: new ManualClock(0),
    };
    const route = promptTemplateRoutes(deciding).find(({ path }) => path.endsWith(`/${verb}`));
    if (!route) throw new Error(`no ${verb}`);
    const { by = root, body = {}, query = {}, url = '' } = more;
    const context = contextOf(by, {
      params: { id: 'tone' },
      body: route.body?.parse(body),
      query: route.query?.parse(query),
      url,
    });
    return await route.handler(context);
  };
  const version = async (number: number, more: object = {}) =>
    await aicp.put('PromptVersion', `tone-${number}`, {
      ...{ prompt: 'tone', version: number, templateText: `text ${number}` },
      ...BY_ROOT,
      ...more,
    });
  const prompt = async (spec: object) =>
    await aicp.put('PromptTemplate', 'tone', { templateText: 'unread', ...spec });
  const drafted = {
    ...{ state: 'in_review', version: 2, servedVersion: 1, category: 'style' },
    ...{ submittedBy: 'eve', submittedWith: 'secret-key', writtenBy: [{ userId: 'eve' }] },
  };

  it.each(tenants)('of the platform is what was approved, to a $role', async (reader) => {
    await version(1);
    const object = await prompt(drafted);
    const { collection } = service();
    const answer = toAnswer(collection, object, reader);
    expect(answer).toMatchObject({
      ...{ status: 'approved', version: 1, template_text: 'text 1', category: 'style' },
      is_text_approved: true,
    });
    const history = shownSpec(collection, object, reader);
    const versions = await call('versions', { by: reader });
    const told = JSON.stringify([answer, history, versions]);
    expect(told).not.toMatch(/unread|eve|secret-key|root/);
    expect(JSON.stringify(toAnswer(collection, object, root))).toMatch(/unread.*eve/);
    const rendering = call('render', { by: reader, body: { version: 2 } });
    expect(await problem(rendering)).toMatchObject({ status: 422 });
    expect(await call('render', { by: reader })).toMatchObject({
      body: { rendered_text: 'text 1', version: 1 },
    });
    const wanted = (status: string) =>
      service().list({ principal: reader }, { limit: 5 }, [['status', [status]]]).total;
    expect([wanted('in_review'), wanted('approved')]).toEqual([0, 1]);
  });

  it.each(tenants)(
    'of the platform is nothing to a $role before it is approved',
    async (reader) => {
      await prompt({ writtenBy: [{ userId: 'eve' }] });
      const context = contextOf(reader);
      expect(await problem(service().get(context, 'tone'))).toMatchObject({ status: 404 });
      expect(service().list(context, { limit: 5 }).total).toBe(0);
      expect(service().list(contextOf(root), { limit: 5 }).total).toBe(1);
    },
  );

  it('is all of it to its own organization', async () => {
    const object = await prompt({ organizationId: 'acme', writtenBy: [{ userId: 'eve' }] });
    const answer = toAnswer(service().collection, object, somebody('member'));
    expect(answer).toMatchObject({ template_text: 'unread', is_text_approved: false });
  });

  it('says whether its text is the approved one, and lets one from kubectl be handed in', async () => {
    await version(1);
    const asked = (object: Awaited<ReturnType<typeof prompt>>) =>
      toAnswer(service().collection, object, root)['is_text_approved'];
    const approved = { state: 'approved', servedVersion: 1 };
    expect(asked(await prompt({ ...approved, templateText: 'text 1' }))).toBe(true);
    expect(await problem(call('submit-review'))).toMatchObject({ status: 409 });
    expect(asked(await prompt(approved))).toBe(false);
    expect((await call('versions')).body).toMatchObject([
      { version: 2, status: 'draft', template_text: 'unread', served: false },
      { version: 1, status: 'approved', template_text: 'text 1', served: true },
    ]);
    expect((await call('submit-review')).body).toMatchObject({ status: 'in_review', version: 2 });
    expect(aicp.peek('PromptTemplate', 'tone')?.spec).toMatchObject({
      ...{ state: 'in_review', version: 2, servedVersion: 1, submittedBy: 'root' },
    });
  });

  it.each([
    ['is in review while its approval is under way', { templateText: 'text 2' }, [2, 1]],
    ['takes the next number where another text has its own', {}, [3, 2, 1]],
    ['is not the one that is served', { templateText: 'text 2', servedVersion: 2 }, [3, 2, 1]],
  ])('is told once for each number: the text at hand %s', async (_, more, numbers) => {
    await version(1);
    await version(2);
    await prompt({ ...drafted, ...more });
    const { body } = await call('versions');
    const told = body as { version: number; status: string; approved_by: string | null }[];
    expect(told.map((one) => one.version)).toEqual(numbers);
    expect(told[0]).toMatchObject({ status: 'in_review', approved_by: null });
  });

  it('is a page of its versions at a time', async () => {
    for (const number of [1, 2, 3]) await version(number);
    await prompt({ state: 'approved', servedVersion: 3, templateText: 'text 3' });
    const url = '/api/v1/prompts/tone/versions?limit=2';
    const first = await call('versions', { query: { limit: 2 }, url });
    expect(first).toMatchObject({ body: [{ version: 3 }, { version: 2 }] });
    expect(first.headers).toMatchObject({ 'X-Total-Count': '3' });
    const cursor = /cursor=([^&>]+)/.exec(String(first.headers?.['Link']))?.[1];
    const second = await call('versions', { query: { limit: 2, cursor }, url });
    expect(second).toMatchObject({ body: [{ version: 1 }] });
    expect(second.headers).not.toHaveProperty('Link');
    expect(await problem(call('versions', { query: { cursor: 'x' } }))).toMatchObject({
      status: 422,
    });
  });
});
