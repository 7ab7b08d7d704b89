import { abtest } from '@aicp/crds/abtest';
import { failoverRule } from '@aicp/crds/failover-rule';
import { model } from '@aicp/crds/model';
import { kindNamed } from '@aicp/crds/kinds';
import { promptTemplate } from '@aicp/crds/prompt-template';
import { provider } from '@aicp/crds/provider';
import { routingPolicy } from '@aicp/crds/routing-policy';
import { team } from '@aicp/crds/team';
import { SECRETS } from '@aicp/common/kubernetes/objects';
import { KubernetesError } from '@aicp/common/kubernetes/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toAnswer } from '../answer-object.ts';
import {
  change,
  contextOf,
  problem,
  remove,
  resourceFixture,
  somebody,
} from '../testing/resource-fixture.ts';
import type { ResourceFixture } from '../testing/resource-fixture.ts';

const admin = contextOf(somebody('platform_admin'));

describe('a collection', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  describe('creating', () => {
    it('makes a Kubernetes object under a name made from its own, and answers it', async () => {
      const service = aicp.services(team);
      const made = await service.create(admin, { name: 'Data Science', max_budget: 0.1 });
      expect(made.metadata.name).toBe('data-science');
      expect(aicp.peek('Team', 'data-science')?.spec).toEqual({
        displayName: 'Data Science',
        slug: 'data-science',
        maxBudget: '0.1',
      });
      expect(toAnswer(aicp.services(team).collection, made, admin.principal)).toMatchObject({
        id: 'data-science',
        name: 'Data Science',
        max_budget: 0.1,
        ready: false,
        conditions: [],
        read_only: false,
      });
    });

    it('is seen by whoever reads next', async () => {
      const service = aicp.services(team);
      await service.create(admin, { name: 'one' });
      expect(service.list(admin, { limit: 10 }).total).toBe(1);
    });

    it('takes the slug before the name, and random letters where nothing is left', async () => {
      const service = aicp.services(team);
      const slugged = await service.create(admin, { name: 'Data', slug: 'ds' });
      expect(slugged.metadata.name).toBe('ds');
      const odd = await service.create(admin, { name: '数据' });
      expect(odd.metadata.name).toMatch(/^team-[a-z0-9]{6}$/);
    });

    it('gives a model a name that its id can be told from', async () => {
      const service = aicp.services(model);
      const body = { provider: 'openai', id: 'openai/gpt-4o' };
      const made = await service.create(admin, body);
      expect(made.metadata.name).toMatch(/^openai-gpt-4o-[0-9a-f]{6}$/);
      expect((await service.get(admin, 'openai/gpt-4o')).metadata.name).toBe(made.metadata.name);
      const plain = await service.create(admin, { provider: 'openai', id: 'gpt-4o' });
      expect(plain.metadata.name).toBe('gpt-4o');
    });

    it('refuses a clash', async () => {
      const service = aicp.services(team);
      await service.create(admin, { name: 'one' });
      expect(await problem(service.create(admin, { name: 'One' }))).toMatchObject({ status: 409 });
    });

    it('names every field that is wrong, as the caller wrote it', async () => {
      const service = aicp.services(routingPolicy);
      const body = { name: 'x', priority: 'high', action: 'permit', target_models: [5] };
      const refused = await problem(service.create(admin, body));
      expect(refused).toMatchObject({ status: 422 });
      const paths = (refused['errors'] as { path: string }[]).map(({ path }) => path);
      expect(paths.sort()).toEqual(['priority', 'target_models.0']);
      const rule = await problem(service.create(admin, { name: 'x', policy_type: 'fallback' }));
      expect(JSON.stringify(rule['errors'])).toContain('policy_type and config go together');
    });

    it('refuses fields that there are not, and misses those that must be there', async () => {
      const service = aicp.services(team);
      const refused = await problem(service.create(admin, { colour: 'x' }));
      expect(refused['errors']).toEqual([
        { path: 'colour', message: expect.stringContaining('slug') as string },
        { path: 'name', message: 'is required' },
      ]);
    });

    it('takes another word for a field where there is one', async () => {
      const body = {
        name: 'x',
        primary_model: 'a',
        fallback_model: 'b',
        trigger_condition: 'error_rate > 0.05',
      };
      const made = await aicp.services(failoverRule).create(admin, body);
      expect(made.spec).toMatchObject({ sourceModel: 'a', targetModel: 'b' });
    });

    it('keeps names in references, whatever slug was sent, and what does not exist as it is', async () => {
      await aicp.put('Organization', 'acme-corp', { slug: 'acme' });
      const service = aicp.services(team);
      const made = await service.create(admin, { name: 'x', organization_id: 'acme' });
      expect(made.spec['organizationId']).toBe('acme-corp');
      const other = await service.create(admin, { name: 'y', organization_id: 'later' });
      expect(other.spec['organizationId']).toBe('later');
    });

    it('says what the API server refuses in the words of the wire', async () => {
      aicp.api.intercept = ({ verb }) => {
        if (verb !== 'create') return;
        throw new KubernetesError({
          status: 422,
          reason: 'Invalid',
          message: 'invalid',
          causes: [{ field: 'spec.maxBudget', message: 'maxBudget is too much' }],
        });
      };
      const refused = await problem(aicp.services(team).create(admin, { name: 'x' }));
      expect(refused).toMatchObject({
        status: 422,
        errors: [{ path: 'max_budget', message: 'max_budget is too much' }],
      });
    });

    it('stores nothing in a dry run, and tells nobody', async () => {
      const context = contextOf(admin.principal, { dryRun: true });
      const made = await aicp.services(provider).create(context, {
        name: 'x',
        type: 'openai',
        api_key: 'sk-1',
      });
      expect(toAnswer(aicp.services(provider).collection, made, admin.principal)).toMatchObject({
        id: 'x',
        secret_set: true,
      });
      expect(aicp.peek('Provider', 'x')).toBeUndefined();
      expect(aicp.api.all(SECRETS)).toEqual([]);
      expect(aicp.hooks.planned).toEqual([]);
    });
  });

  describe('changing', () => {
    it('changes the fields that are sent, and removes those that are null', async () => {
      await aicp.put('Team', 'ds', { displayName: 'DS', description: 'x', maxBudget: 5 });
      const service = aicp.services(team);
      const changed = await change(service, admin, 'ds', { description: null, max_budget: 6 });
      expect(changed.spec).toEqual({ displayName: 'DS', maxBudget: 6 });
    });

    it('takes back what it answered, and then writes nothing', async () => {
      const before = await aicp.put('ABTest', 'one', {
        displayName: 'one',
        baseModel: 'a',
        variantModel: 'b',
        trafficSplitPercent: '12.50',
        state: 'running',
      });
      const service = aicp.services(abtest);
      const answer = toAnswer(
        aicp.services(abtest).collection,
        await service.get(admin, 'one'),
        admin.principal,
      );
      await change(service, admin, 'one', JSON.parse(JSON.stringify(answer)) as object as never);
      expect(aicp.peek('ABTest', 'one')).toEqual(before);
      expect(aicp.hooks.planned).toEqual([]);
    });

    it('leaves to verbs what only they may change', async () => {
      const spec = { baseModel: 'a', variantModel: 'b', trafficSplitPercent: 1, state: 'draft' };
      await aicp.put('ABTest', 'one', spec);
      const refused = await problem(
        change(aicp.services(abtest), admin, 'one', { status: 'running' }),
      );
      expect(refused).toMatchObject({ status: 422, errors: [{ path: 'status' }] });
    });

    it('is refused where it has changed since it was read', async () => {
      const { metadata } = await aicp.put('Team', 'ds', { displayName: 'DS' });
      const service = aicp.services(team);
      const fresh = contextOf(admin.principal, { ifMatch: metadata.resourceVersion });
      await change(service, fresh, 'ds', { name: 'New' });
      expect(await problem(change(service, fresh, 'ds', { name: 'x' }))).toMatchObject({
        status: 412,
      });
      expect(await problem(remove(service, fresh, 'ds'))).toMatchObject({ status: 412 });
    });

    it('goes on from what somebody else wrote at the same moment', async () => {
      await aicp.put('Team', 'ds', { displayName: 'DS' });
      let interfered = false;
      aicp.api.intercept = async ({ verb }) => {
        if (verb !== 'replace' || interfered) return;
        interfered = true;
        await aicp.put('Team', 'ds', { displayName: 'DS', description: 'theirs' });
      };
      const changed = await change(aicp.services(team), admin, 'ds', { name: 'Mine' });
      expect(changed.spec).toEqual({ displayName: 'Mine', description: 'theirs' });
    });

    it('is told to the hooks before and after, with what was and what will be', async () => {
      await aicp.put('Team', 'ds', { displayName: 'DS' });
      await change(aicp.services(team), admin, 'ds', { name: 'New' });
      expect(aicp.hooks.planned).toEqual([
        expect.objectContaining({
          action: 'update',
          kind: 'Team',
          resource: 'team',
          name: 'ds',
          requestId: 'request-1',
          before: expect.objectContaining({ spec: { displayName: 'DS' } }) as unknown,
          after: expect.objectContaining({ spec: { displayName: 'New' } }) as unknown,
        }),
      ]);
      expect(aicp.peek('Team', 'ds')?.metadata.annotations).toEqual({ 'test/intent': '1' });
      expect(aicp.hooks.settled).toEqual([{ object: aicp.peek('Team', 'ds') }]);
    });

    it('is found by the values that are answered, also where the spec does not have them', async () => {
      const service = aicp.services(routingPolicy);
      await aicp.put('RoutingPolicy', 'rule', { action: 'deny', targetModels: ['a'] });
      const ofType = (wanted: string) =>
        service.list(admin, { limit: 9 }, [['policy_type', [wanted]]]).total;
      expect([ofType('conditional'), ofType('fallback')]).toEqual([1, 0]);
    });

    it('is never another one that has its id for a slug', async () => {
      const own = { templateText: 'a', slug: 'reply', organizationId: 'acme' };
      await aicp.put('PromptTemplate', 'prompts-reply', own);
      const theirs = { templateText: 'b', slug: 'hello', organizationId: 'rival' };
      await aicp.put('PromptTemplate', 'reply', theirs);
      const service = aicp.services(promptTemplate);
      expect((await service.get(admin, 'reply')).metadata.name).toBe('reply');
      await remove(service, admin, 'reply');
      expect(aicp.peek('PromptTemplate', 'prompts-reply')).toBeDefined();
      expect(aicp.peek('PromptTemplate', 'reply')).toBeUndefined();
      const ours = contextOf(somebody('org_admin'));
      expect((await service.get(ours, 'reply')).metadata.name).toBe('prompts-reply');
    });

    it.each(['Team', 'Organization', 'BusinessUnit', 'PromptTemplate'])(
      'of kind %s is found by its id before any by a slug',
      async (kind) => {
        const spec = kind === 'PromptTemplate' ? { templateText: 'a' } : {};
        await aicp.put(kind, 'a-one', { ...spec, slug: 'two' });
        await aicp.put(kind, 'two', { ...spec, organizationId: 'rival' });
        const service = aicp.services(kindNamed(kind));
        expect((await service.get(admin, 'two')).metadata.name).toBe('two');
      },
    );

    it('finds an object by its slug', async () => {
      await aicp.put('Team', 'data-science', { slug: 'ds' });
      const changed = await change(aicp.services(team), admin, 'ds', { name: 'New' });
      expect(changed.metadata.name).toBe('data-science');
    });
  });

  describe('deleting', () => {
    it('removes the object', async () => {
      await aicp.put('Team', 'ds', { displayName: 'DS' });
      const service = aicp.services(team);
      await remove(service, admin, 'ds');
      expect(aicp.peek('Team', 'ds')).toBeUndefined();
      expect(await problem(service.get(admin, 'ds'))).toMatchObject({ status: 404 });
      expect(aicp.hooks.planned).toMatchObject([{ action: 'delete', after: undefined }]);
    });
  });

  describe('deleting while the operator writes a condition', () => {
    it('goes on with the object as it is now', async () => {
      await aicp.put('Team', 'ds', { displayName: 'DS' });
      let interfered = false;
      aicp.api.intercept = async ({ verb }) => {
        if (verb !== 'remove' || interfered) return;
        interfered = true;
        await aicp.put('Team', 'ds', { displayName: 'DS', description: 'theirs' });
      };
      await remove(aicp.services(team), admin, 'ds');
      expect(aicp.peek('Team', 'ds')).toBeUndefined();
      expect(aicp.hooks.settled).toHaveLength(2);
    });
  });
});
