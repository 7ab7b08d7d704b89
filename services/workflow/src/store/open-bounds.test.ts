import { PostgresServer, postgresBinaries } from '@aicp/common/database/testing/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WORKFLOW_BOUNDS } from '../config.ts';
import { EngineFixture } from '../testing/engine-fixture.ts';
import { EngineReplica } from '../testing/engine-replica.ts';
import { FakeGateway } from '../testing/fake-gateway.ts';
import { keyOf, sectionsOf, step, templateOf } from '../testing/fragments.ts';

const SECTIONS = sectionsOf(
  [
    templateOf('nap', [step('nap', 'wait', { seconds: 600 })]),
    templateOf('breaks', [step('call', 'llm', { prompt: 'x' })]),
    templateOf('grid', [
      step('rows', 'foreach', { items: [1, 2, 3, 4, 5], steps: ['cells'] }),
      step('cells', 'foreach', { items: [1, 2, 3, 4, 5], steps: ['cell'] }),
      step('cell', 'transform', { value: '${{ item }}' }),
    ]),
    templateOf('outer', [step('inner', 'workflow', { template: 'nap' })]),
  ],
  [keyOf('ann'), keyOf('eve', { organization: 'other' })],
);
const asAnn = { 'X-Api-Key': 'sk-ann' };
const asEve = { 'X-Api-Key': 'sk-eve' };

describe('executions that are open', () => {
  let engine: EngineFixture;

  beforeAll(async () => {
    engine = await EngineFixture.start({
      sections: SECTIONS,
      bounds: { ...WORKFLOW_BOUNDS, open: { organization: 2, anonymous: 1 }, steps: 20 },
      answer: () => ({ status: 400, body: { error: { message: 'no' } } }),
    });
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
  });

  const start = async (template: string, headers: Record<string, string>) =>
    await engine.post('/api/v1/executions', { template }, headers);

  it('are bounded for each organization, and for callers without credentials together', async () => {
    const failed = await engine.begin('breaks', {}, asAnn);
    await engine.reached(failed, 'failed', asAnn);
    const key = { ...asAnn, 'Idempotency-Key': 'once' };
    const one = await engine.begin('outer', {}, key);
    const two = await engine.begin('nap', {}, asAnn);
    const refused = await start('nap', asAnn);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('10');
    expect(refused.body['detail']).toBe(
      'The organization acme has 2 executions that have not ended, and may have no more at the same time: wait until some end, or cancel some. Who runs the workflow engine raises AICP_WORKFLOW_MAX_OPEN.',
    );
    const again = await engine.post(`/api/v1/executions/${failed}/retry`, undefined, asAnn);
    expect(again.status).toBe(429);
    expect(await start('outer', key)).toMatchObject({ status: 201, body: { id: one } });
    expect((await start('nap', asEve)).status).toBe(201);
    const anonymous = await engine.begin('nap');
    expect(await start('nap', {})).toMatchObject({
      ...{
        status: 429,
        body: { detail: expect.stringContaining('without credentials') as string },
      },
    });
    await engine.post(`/api/v1/executions/${two}/cancel`, undefined, asAnn);
    expect((await start('nap', asAnn)).status).toBe(201);
    await engine.post(`/api/v1/executions/${anonymous}/cancel`);
  });

  it('begin a bounded number of steps, rounds of foreach counted', async () => {
    const { error, steps } = await engine.run('grid', {}, 'failed');
    expect(error).toContain('has begun 20 steps, rounds of foreach counted, and may begin no more');
    expect(steps).toHaveLength(20);
  });
});

const binaries = postgresBinaries();

describe.skipIf(binaries === undefined)('two replicas', () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await PostgresServer.start(binaries ?? '');
  });
  afterAll(async () => {
    await server.stop();
  });

  it('hold the bound of an organization together', async () => {
    await using gateway = await FakeGateway.start();
    const parts = { database: server.url(), gateway: gateway.url, sections: SECTIONS, maxOpen: 7 };
    await using one = await EngineReplica.start({ ...parts, instance: 'one' });
    await using two = await EngineReplica.start({ ...parts, instance: 'two' });
    const starts = Array.from({ length: 40 }, async (_, n) => {
      const { url } = n % 2 === 0 ? one : two;
      const answer = await fetch(`${url}/api/v1/executions`, {
        ...{ method: 'POST', body: JSON.stringify({ template: 'nap' }) },
        headers: { 'Content-Type': 'application/json', ...asAnn },
      });
      await answer.text();
      return answer.status;
    });
    const statuses = await Promise.all(starts);
    expect(statuses.filter((status) => status === 201)).toHaveLength(7);
    expect(statuses.filter((status) => status === 429)).toHaveLength(33);
  }, 60_000);
});
