import { SECRETS } from '@aicp/common/kubernetes/objects';
import { systemClock } from '@aicp/common/time/clock';
import { abtest } from '@aicp/crds/abtest';
import { model } from '@aicp/crds/model';
import { modelDeprecation } from '@aicp/crds/model-deprecation';
import { promptTemplate } from '@aicp/crds/prompt-template';
import { provider } from '@aicp/crds/provider';
import { routingPolicy } from '@aicp/crds/routing-policy';
import { team } from '@aicp/crds/team';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { modelDeprecationRoutes } from '../kinds/model-deprecation/routes.ts';
import { toAnswer } from './answer-object.ts';
import type { Body, CollectionService } from './collections/collection-service.ts';
import type { StoredObject } from './stored-object.ts';
import {
  contextOf,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from './testing/resource-fixture.ts';

const admin = contextOf(somebody('platform_admin'));

describe('an object as clients see it', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const answerOf = ({ collection }: CollectionService, object: StoredObject) =>
    toAnswer(collection, object, admin.principal);
  const update = (service: CollectionService, seen: StoredObject, body: Body) =>
    service.update(admin, seen, body);

  it('is called by its id where it has no name, which sent back gives it none', async () => {
    const service = aicp.services(team);
    const seen = await aicp.put('Team', 'nameless', { description: 'x' });
    const answer = answerOf(service, seen);
    expect(answer['name']).toBe('nameless');
    await update(service, seen, answer);
    expect(aicp.peek('Team', 'nameless')?.spec).toEqual({ description: 'x' });
    await update(service, seen, { name: 'Named' });
    expect(aicp.peek('Team', 'nameless')?.spec['displayName']).toBe('Named');
  });

  it('is a conditional policy where only a condition was given, also when it is sent back', async () => {
    const service = aicp.services(routingPolicy);
    const body = { name: 'p', condition: 'team == a', action: 'deny' };
    const made = await service.create(admin, { ...body, policy_type: 'conditional' });
    expect(made.spec['policyType']).toBeUndefined();
    const answer = answerOf(service, made);
    expect(answer['policy_type']).toBe('conditional');
    const again = await update(service, made, { ...answer, description: 'x' });
    expect(again.spec).toMatchObject({ description: 'x', condition: 'team == a' });
  });

  it('does not require a variable of a prompt that has a default, unless it is said to', async () => {
    const service = aicp.services(promptTemplate);
    const made = await service.create(admin, {
      name: 'p',
      template_text: '{{a}} {{b}} {{c}}',
      variables: [
        { name: 'a', default: '1' },
        { name: 'b' },
        { name: 'c', default: '1', required: true },
      ],
    });
    const { variables } = made.spec as { variables: { required?: boolean }[] };
    expect(variables.map(({ required }) => required ?? true)).toEqual([false, true, true]);
  });

  it('keeps the split of an A/B test that was decided by it', async () => {
    const service = aicp.services(abtest);
    const spec = { baseModel: 'a', variantModel: 'b', trafficSplitPercent: 5, state: 'promoted' };
    const seen = await aicp.put('ABTest', 't', spec);
    const changed = update(service, seen, { traffic_split_percent: 50 });
    await expect(changed).rejects.toMatchObject({ status: 409 });
    await update(service, seen, { name: 'renamed' });
  });

  it('is not there where no model has the name whose deprecation is asked for', async () => {
    const [route] = modelDeprecationRoutes({
      deprecations: aicp.services(modelDeprecation),
      models: aicp.services(model),
      store: aicp.store,
      clock: systemClock,
    });
    const check = async (model: string, who = admin) =>
      await route?.handler({ ...who, params: { model } });
    await expect(check('nonesuch')).rejects.toMatchObject({ status: 404 });
    await aicp.put('Model', 'm', { modelId: 'm', provider: 'p', aliases: ['n'] });
    expect((await check('n'))?.status).toBe(200);
    const member = contextOf(somebody('member'));
    await expect(check('nonesuch', member)).rejects.toMatchObject({ status: 404 });
  });
});

const problem = async (promise: Promise<unknown>): Promise<Record<string, unknown>> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  return error as Record<string, unknown>;
};

describe('a collection', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  it('tells of some of the fields that there are not, where a body has thousands of them', async () => {
    const service = aicp.services(model);
    const body = Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`k${n}`, 0]));
    const { errors } = await problem(service.create(admin, body));
    expect((errors as object[]).length).toBeLessThan(30);
    const inner = { id: 'a', provider: 'x', conditions: 1, simulation: body };
    const providersOf = aicp.services(provider);
    const nested = await problem(
      providersOf.create(admin, { name: 'x', type: 'simulated', ...inner }),
    );
    expect((nested['errors'] as object[]).length).toBeLessThan(30);
  });

  it.each(['toString', 'constructor', 'valueOf', '__proto__'])(
    'refuses the field %s, which every object of the language has, like every other that there is not',
    async (name) => {
      const service = aicp.services(model);
      const body = JSON.parse(`{"id": "a", "provider": "x", "${name}": {"tier": 1}}`) as object;
      expect(await problem(service.create(admin, { ...body }))).toMatchObject({
        status: 422,
        errors: [{ path: name, message: expect.stringContaining('no such field') as string }],
      });
    },
  );

  it('tells all that is wrong with a body at once, in its order, whatever kind of wrong it is', async () => {
    const service = aicp.services(model);
    expect(await problem(service.create(admin, { name: 'x' }))).toMatchObject({
      status: 422,
      detail:
        'What was sent is not valid: name: there is no such field (did you mean display_name?) (and 2 more errors).',
      errors: [
        { path: 'name', message: 'there is no such field (did you mean display_name?)' },
        { path: 'id', message: 'is required' },
        { path: 'provider', message: 'is required' },
      ],
    });
    const body = { weight: 'much', aliases: ['a', ''], id: 'a', tiers: 1, mode: 'chatty' };
    expect(await problem(service.create(admin, body))).toMatchObject({
      errors: [
        { path: 'weight', message: 'must be a whole number' },
        { path: 'aliases', message: 'aliases must not repeat id' },
        { path: 'aliases.1', message: 'must not be empty' },
        { path: 'tiers', message: 'there is no such field (did you mean tier?)' },
        {
          path: 'mode',
          message:
            'must be one of chat, completion, embedding, moderation, rerank, image, audio, speech, transcription, realtime',
        },
        { path: 'provider', message: 'is required' },
      ],
    });
  });

  it('tells the same of a change, and keeps no secret for one that is refused', async () => {
    const service = aicp.services(provider);
    const made = await service.create(admin, { name: 'one', type: 'openai' });
    const change = { api_key: 'sk-1', base_url: 'ftp://x', typ: 'openai' };
    const { errors } = await problem(service.update(admin, made, change));
    expect(errors).toMatchObject([{ path: 'base_url' }, { path: 'typ' }]);
    expect(aicp.api.all(SECRETS)).toEqual([]);
  });
});
