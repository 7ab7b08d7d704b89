import { systemClock } from '@aicp/common/time/clock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { abTests } from '../ab-tests/collection.ts';
import { deprecationCheckRoutes } from '../deprecations/check-route.ts';
import { routingPolicies } from '../policies/collection.ts';
import { prompts } from '../prompts/collection.ts';
import { teams } from '../teams/collection.ts';
import { toAnswer } from './answer-object.ts';
import type { Body, CollectionService } from './collection-service.ts';
import type { StoredObject } from './stored-object.ts';
import { contextOf, resourceFixture, somebody } from './testing/resource-fixture.ts';
import type { ResourceFixture } from './testing/resource-fixture.ts';

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
    const service = aicp.services(teams);
    const seen = await aicp.put('Team', 'nameless', { description: 'x' });
    const answer = answerOf(service, seen);
    expect(answer['name']).toBe('nameless');
    await update(service, seen, answer);
    expect(aicp.peek('Team', 'nameless')?.spec).toEqual({ description: 'x' });
    await update(service, seen, { name: 'Named' });
    expect(aicp.peek('Team', 'nameless')?.spec['displayName']).toBe('Named');
  });

  it('is a conditional policy where only a condition was given, also when it is sent back', async () => {
    const service = aicp.services(routingPolicies);
    const body = { name: 'p', condition: 'team == a', action: 'deny' };
    const made = await service.create(admin, { ...body, policy_type: 'conditional' });
    expect(made.spec['policyType']).toBeUndefined();
    const answer = answerOf(service, made);
    expect(answer['policy_type']).toBe('conditional');
    const again = await update(service, made, { ...answer, description: 'x' });
    expect(again.spec).toMatchObject({ description: 'x', condition: 'team == a' });
  });

  it('does not require a variable of a prompt that has a default, unless it is said to', async () => {
    const service = aicp.services(prompts(aicp.store));
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
    const service = aicp.services(abTests);
    const spec = { baseModel: 'a', variantModel: 'b', trafficSplitPercent: 5, state: 'promoted' };
    const seen = await aicp.put('ABTest', 't', spec);
    const changed = update(service, seen, { traffic_split_percent: 50 });
    await expect(changed).rejects.toMatchObject({ status: 409 });
    await update(service, seen, { name: 'renamed' });
  });

  it('is not there where no model has the name whose deprecation is asked for', async () => {
    const [route] = deprecationCheckRoutes(aicp.store, systemClock);
    const check = async (model: string, who = admin) =>
      await route?.handler({ ...who, params: { model } });
    await expect(check('nonesuch')).rejects.toMatchObject({ status: 404 });
    await aicp.put('Model', 'm', { modelId: 'm', provider: 'p', aliases: ['n'] });
    expect((await check('n'))?.status).toBe(200);
    const member = contextOf(somebody('member'));
    await expect(check('nonesuch', member)).rejects.toMatchObject({ status: 404 });
  });
});
