import { systemClock } from '@aicp/common/time/clock';
import { abtest } from '@aicp/crds/abtest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  contextOf,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../../resources/testing/resource-fixture.ts';
import { abtestRoutes } from './routes.ts';

describe('A/B tests of one base model', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
    for (const modelId of ['large', 'small', 'tiny']) {
      await aicp.put('Model', modelId, { modelId, provider: 'x', aliases: [`${modelId}-latest`] });
    }
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const test = async (name: string, spec: object = {}) =>
    aicp.put('ABTest', name, {
      ...{ baseModel: 'large', variantModel: 'small', trafficSplitPercent: '50' },
      ...spec,
    });
  const admin = contextOf(somebody('platform_admin'));
  const move = async (id: string, verb = 'start') => {
    const routes = abtestRoutes(aicp.services(abtest), aicp.store, systemClock);
    const route = routes.find(({ operationId }) => operationId === `${verb}AbTest`)!;
    return await route.handler({ ...admin, params: { id } });
  };
  const edit = async (id: string, body: object) => {
    const service = aicp.services(abtest);
    return await service.update(admin, await service.get(admin, id), { ...body });
  };

  it.each(['running', 'promoted'])(
    'do not start where one is %s, which is named',
    async (state) => {
      await test('first', { state });
      await test('second', { baseModel: 'large-latest' });
      await expect(move('second')).rejects.toMatchObject({
        status: 409,
        message: expect.stringContaining('"first"') as string,
      });
      expect(aicp.peek('ABTest', 'second')?.spec['state']).toBeUndefined();
    },
  );

  it('start where the other is of another scope, of another model, or moves nothing', async () => {
    await test('paused', { state: 'paused' });
    await test('acmes', { state: 'running', organizationId: 'acme' });
    await test('others', { state: 'running', baseModel: 'tiny' });
    await test('second');
    await expect(move('second')).resolves.toBeDefined();
  });

  it('are not decided for while another one runs', async () => {
    await test('paused', { state: 'paused' });
    await test('running', { state: 'running' });
    await expect(move('paused', 'promote')).rejects.toMatchObject({ status: 409 });
    await expect(move('running', 'promote')).resolves.toBeDefined();
  });

  it('do not take the base model of a running one while they run', async () => {
    await test('first', { state: 'running' });
    await test('second', { state: 'running', baseModel: 'tiny' });
    await test('draft', { baseModel: 'tiny' });
    await expect(edit('second', { base_model: 'large' })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('"first"') as string,
    });
    await expect(edit('second', { traffic_split_percent: 60 })).resolves.toBeDefined();
    await expect(edit('draft', { base_model: 'large' })).resolves.toBeDefined();
  });
});
