import { PostgresServer, postgresBinaries } from '@aicp/common/database/testing/engines';
import { systemClock } from '@aicp/common/time/clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineReplica } from '../testing/engine-replica.ts';
import { chatSaying, FakeGateway, promptOf } from '../testing/fake-gateway.ts';
import { sectionsOf, step, templateOf } from '../testing/fragments.ts';

const TEMPLATES = [
  templateOf('chain', [
    step('a', 'llm', { prompt: '${{ input.n }}a' }),
    step('b', 'parallel', { steps: ['c', 'd'] }),
    step('c', 'llm', { prompt: '${{ input.n }}c' }),
    step('d', 'wait', { seconds: 0.3 }),
    step('e', 'llm', { prompt: '${{ steps.a.output.text }}e' }),
  ]),
  templateOf('review', [step('check', 'approval', {})]),
];

interface Body {
  readonly id: string;
  readonly status: string;
  readonly output: { readonly text: string } | null;
  readonly steps: readonly { readonly path: string; readonly status: string }[];
}

const binaries = postgresBinaries();

describe.skipIf(binaries === undefined)('engines that are killed', () => {
  let server: PostgresServer;
  let gateway: FakeGateway;

  beforeAll(async () => {
    server = await PostgresServer.start(binaries ?? '');
    gateway = await FakeGateway.start(async (taken) => {
      await systemClock.sleep(100);
      return chatSaying(`<${promptOf(taken)}>`);
    });
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    await server.stop();
  });

  const replica = async (instance: string) =>
    await EngineReplica.start({
      ...{ instance, database: server.url(), gateway: gateway.url },
      sections: sectionsOf(TEMPLATES),
    });

  const begin = async ({ url }: EngineReplica, template: string, n: number): Promise<string> => {
    const answer = await fetch(`${url}/api/v1/executions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ template, input: { n: String(n) } }),
    });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as Body).id;
  };

  const read = async ({ url }: EngineReplica, id: string): Promise<Body> =>
    (await (await fetch(`${url}/api/v1/executions/${id}`)).json()) as Body;

  it('go on where they were, after a start, and elsewhere within half a minute', async () => {
    await using one = await replica('one');
    await using two = await replica('two');
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) ids.push(await begin(n % 2 === 0 ? one : two, 'chain', n));
    await expect.poll(() => gateway.taken.length, { timeout: 10_000 }).toBeGreaterThan(10);
    await one.kill();
    await server.kill();
    await server.resume();
    const killedAt = performance.now();
    const ends = async () => {
      const bodies = await Promise.all(ids.map((id) => read(two, id)));
      return bodies.filter(({ status }) => status === 'completed').length;
    };
    await expect.poll(ends, { timeout: 60_000, interval: 500 }).toBe(ids.length);
    expect(performance.now() - killedAt).toBeLessThan(45_000);
    for (const [n, id] of ids.entries()) {
      const { output, steps } = await read(two, id);
      expect(output?.text).toBe(`<<${n}a>e>`);
      expect(steps.map(({ path }) => path).sort()).toEqual(['a', 'b', 'b.c', 'b.d', 'e']);
      expect(steps.every(({ status }) => status === 'completed')).toBe(true);
    }
  }, 120_000);

  it('begin no step of what was cancelled, and wait on for people', async () => {
    await using one = await replica('one');
    const waiting = await begin(one, 'review', 0);
    await expect.poll(async () => (await read(one, waiting)).status).toBe('waiting');
    const cancelled = await begin(one, 'chain', 100);
    await expect.poll(() => gateway.taken.some((taken) => promptOf(taken) === '100a')).toBe(true);
    const answer = await fetch(`${one.url}/api/v1/executions/${cancelled}/cancel`, {
      method: 'POST',
    });
    expect(answer.status).toBe(200);
    await one.kill();
    await one.begin();
    const again = await begin(one, 'chain', 101);
    const end = async () => (await read(one, again)).status;
    await expect.poll(end, { timeout: 20_000 }).toBe('completed');
    expect((await read(one, cancelled)).steps).toMatchObject([{ path: 'a', status: 'cancelled' }]);
    expect((await read(one, waiting)).status).toBe('waiting');
  }, 60_000);
});
