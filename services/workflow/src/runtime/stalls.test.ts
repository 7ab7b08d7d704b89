import { PostgresServer, postgresBinaries } from '@aicp/common/database/testing/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EngineReplica } from '../testing/engine-replica.ts';
import { chatSaying, FakeGateway, promptOf } from '../testing/fake-gateway.ts';
import { keyOf, sectionsOf, step, templateOf } from '../testing/fragments.ts';

const TEMPLATES = [
  templateOf('chain', [
    step('a', 'llm', { prompt: 'a' }),
    step('review', 'approval', {}),
    step('c', 'llm', { prompt: 'c ${{ steps.a.output.text }}' }),
  ]),
  templateOf('review', [step('review', 'approval', {}), step('d', 'llm', { prompt: 'd' })]),
  templateOf('group', [
    step('each', 'foreach', { items: [1, 2, 3], steps: ['e'] }),
    step('e', 'llm', { prompt: 'e${{ item }}' }),
  ]),
];

interface Body {
  readonly id: string;
  readonly status: string;
  readonly output: { readonly text: string } | null;
  readonly steps: readonly { readonly path: string; readonly attempts: number }[];
}

/** Who starts executions, and somebody else, who decides for them. */
const KEYS = [keyOf('ann', { role: 'org_admin' }), keyOf('bob', { role: 'org_admin' })];
const headersOf = (key: 'ann' | 'bob') => ({
  'Content-Type': 'application/json',
  'X-Api-Key': `sk-${key}`,
});
const binaries = postgresBinaries();

describe.skipIf(binaries === undefined)('a replica that stood still', () => {
  let server: PostgresServer;
  let gateway: FakeGateway;
  const answered = new Map<string, number>();

  beforeAll(async () => {
    server = await PostgresServer.start(binaries ?? '');
    gateway = await FakeGateway.start((taken) => {
      const prompt = promptOf(taken);
      answered.set(prompt, (answered.get(prompt) ?? 0) + 1);
      return chatSaying(`${prompt}:${answered.get(prompt)}`);
    });
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    await server.stop();
  });

  const replica = async (instance: string) =>
    await EngineReplica.start({
      ...{ instance, database: server.url(), gateway: gateway.url },
      sections: sectionsOf(TEMPLATES, KEYS),
    });

  const post = async (url: string, key: 'ann' | 'bob', body: object): Promise<Body> => {
    const answer = await fetch(url, {
      ...{ method: 'POST', headers: headersOf(key), body: JSON.stringify(body) },
    });
    return (await answer.json()) as Body;
  };

  const begin = async ({ url }: EngineReplica, template: string): Promise<string> =>
    (await post(`${url}/api/v1/executions`, 'ann', { template })).id;

  const approve = async ({ url }: EngineReplica, id: string): Promise<void> => {
    const said = await post(`${url}/api/v1/executions/${id}/signal`, 'bob', {
      ...{ step: 'review', payload: { approved: true } },
    });
    expect(said).toMatchObject({ id });
  };

  const read = async ({ url }: EngineReplica, id: string): Promise<Body> =>
    (await (
      await fetch(`${url}/api/v1/executions/${id}`, { headers: headersOf('ann') })
    ).json()) as Body;

  const statusOf = (one: EngineReplica, id: string) => async () => (await read(one, id)).status;

  it('records nothing of what another has taken up, and asks nobody for it', async () => {
    await using one = await replica('one');
    await using two = await replica('two');
    const held = Promise.withResolvers<undefined>();
    const usual = gateway.answer;
    gateway.answer = async (taken) => {
      // The first replica's call: its answer comes while it stands still.
      if (promptOf(taken) === 'a' && !answered.has('a')) {
        await one.pause();
        held.resolve(undefined);
      }
      return await usual(taken);
    };
    const waiting = await begin(one, 'review');
    await expect.poll(statusOf(one, waiting)).toBe('waiting');
    const chain = await begin(one, 'chain');
    await held.promise;
    const claimed = { timeout: 60_000, interval: 200 };
    await expect.poll(statusOf(two, chain), claimed).toBe('waiting');
    expect(answered.get('a')).toBe(2);
    one.resume();
    const lost = () => one.logged.split('execution_goes_on_elsewhere').length - 1;
    await expect.poll(lost, { timeout: 20_000 }).toBe(2);
    for (const id of [chain, waiting]) {
      await approve(two, id);
      await expect.poll(statusOf(one, id), { timeout: 10_000 }).toBe('completed');
    }
    const { output, steps } = await read(two, chain);
    expect(output?.text).toBe('c a:2:1');
    expect(steps).toMatchObject([{ path: 'a', attempts: 2 }, { path: 'review' }, { attempts: 1 }]);
    expect([...answered].sort()).toEqual([
      ['a', 2],
      ['c a:2', 1],
      ['d', 1],
    ]);
    const group = await begin(one, 'group');
    await expect.poll(statusOf(two, group), { timeout: 10_000 }).toBe('completed');
    expect(one.logged).not.toContain('"level":"error"');
  }, 120_000);
});
