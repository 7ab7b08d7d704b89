import { openPostgresql } from '@aicp/common/database/postgresql/open-postgresql';
import { PostgresServer, postgresBinaries } from '@aicp/common/database/testing/engines';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import { EngineReplica } from '@aicp/workflow/testing/engine-replica';
import { chatSaying, FakeGateway, promptOf } from '@aicp/workflow/testing/fake-gateway';
import { sectionsOf, step, templateOf } from '@aicp/workflow/testing/fragments';
import { describe, expect, it } from 'vitest';

const EXECUTIONS = 200;
const PATH = '/api/v1/executions';
const binaries = postgresBinaries();

const retry = {
  ...{ max_attempts: 50, initial_interval_seconds: 0.2 },
  ...{ backoff: 1.5, max_interval_seconds: 3 },
};

const CHAIN = templateOf('chain', [
  step('a', 'llm', { prompt: '${{ input.n }}a' }, { retry }),
  step('b', 'parallel', { steps: ['c', 'd', 'pause'] }),
  step('c', 'llm', { prompt: '${{ input.n }}c' }, { retry }),
  step('d', 'llm', { prompt: '${{ input.n }}d' }, { retry }),
  step('pause', 'wait', { seconds: 0.5 }),
  step('each', 'foreach', { items: [1, 2], steps: ['x'] }),
  step('x', 'llm', { prompt: '${{ input.n }}x${{ item }}' }, { retry }),
  step('e', 'llm', { prompt: '${{ steps.a.output.text }}e' }, { retry }),
]);
/** Of one that completed: all steps, and the one of foreach twice. */
const STEPS = 9;

/** Asks one replica after the other until one answers so; undefined where one answers that it is too late. */
async function persistently(
  replicas: readonly EngineReplica[],
  request: { readonly path: string; readonly body?: object; readonly key?: string },
  wanted: number,
): Promise<{ readonly id: string } | undefined> {
  for (let turn = 0; turn < 400; turn += 1) {
    const { url } = replicas[turn % replicas.length] ?? { url: '' };
    const answer = await fetch(url + request.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': request.key ?? 'none' },
      ...(request.body ? { body: JSON.stringify(request.body) } : {}),
    }).catch(gone);
    if (answer?.status === wanted) return (await answer.json()) as { readonly id: string };
    if (answer?.status === 409) return undefined;
    await systemClock.sleep(150);
  }
  throw new Error(`nobody answers ${request.path}`);
}

/** A replica that is dead, or dies meanwhile. */
function gone(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}

/** Kills a replica, or the database, again and again until the signal aborts. */
async function killing(
  { server, replicas }: { server: PostgresServer; replicas: readonly EngineReplica[] },
  signal: AbortSignal,
): Promise<number> {
  let kills = 0;
  for (; !signal.aborted; kills += 1) {
    await systemClock.sleep(2_000 + Math.random() * 2_000);
    const replica = replicas[kills % 3];
    if (replica) {
      await replica.kill();
      await systemClock.sleep(Math.random() * 1_000);
      await replica.begin();
    } else {
      await server.kill();
      await server.resume();
    }
  }
  return kills;
}

async function rowsOf<T>(server: PostgresServer, query: string): Promise<readonly T[]> {
  const { log } = recordingLog();
  const engine = openPostgresql({ url: server.url(), role: 'aicp_workflow', log });
  try {
    const client = await engine.pool.connect();
    const { rows } = await client.query<T>(query, []);
    client.release();
    return rows;
  } finally {
    await engine.close();
  }
}

describe.skipIf(binaries === undefined)(
  'two engines and a database that are killed at random',
  () => {
    it('end all executions, forget no step, record each once, and begin none after a cancel', async () => {
      const cancelledAt = new Map<string, number>();
      const late: string[] = [];
      await using gateway = await FakeGateway.start(async (taken) => {
        const id = taken.assertion.execution?.id ?? '';
        if (Date.now() > (cancelledAt.get(id) ?? Infinity) + 100) late.push(id);
        await systemClock.sleep(60);
        return chatSaying(`<${promptOf(taken)}>`);
      });
      await using cleanup = new AsyncDisposableStack();
      const server = await PostgresServer.start(binaries ?? '');
      cleanup.defer(() => server.stop());
      const replicas: EngineReplica[] = [];
      for (const instance of ['one', 'two']) {
        const parts = { instance, database: server.url(), gateway: gateway.url };
        const replica = await EngineReplica.start({ ...parts, sections: sectionsOf([CHAIN]) });
        replicas.push(cleanup.use(replica));
      }
      const ending = new AbortController();
      const kills = killing({ server, replicas }, ending.signal);
      const cancels: Promise<void>[] = [];
      for (let n = 0; n < EXECUTIONS; n += 1) {
        const body = { template: 'chain', input: { n: String(n) } };
        const made = await persistently(replicas, { path: PATH, body, key: `k-${n}` }, 201);
        if (made && n % 10 === 5) cancels.push(cancel(made.id));
      }
      async function cancel(id: string): Promise<void> {
        const done = await persistently(replicas, { path: `${PATH}/${id}/cancel` }, 200);
        if (done) cancelledAt.set(id, Date.now());
      }
      await Promise.all(cancels);
      ending.abort();
      expect(await kills).toBeGreaterThan(2);
      const open = `select id from workflow.execution where status in ('pending', 'running', 'waiting')`;
      await expect.poll(() => rowsOf(server, open), { timeout: 90_000, interval: 500 }).toEqual([]);
      expect(late).toEqual([]);
      await expectSound(server, cancelledAt.size);
    }, 240_000);
  },
);

async function expectSound(server: PostgresServer, cancelled: number): Promise<void> {
  const statuses = await rowsOf<{ status: string; n: number }>(
    server,
    'select status, count(*)::int as n from workflow.execution group by status order by status',
  );
  expect(statuses).toEqual([
    { status: 'cancelled', n: cancelled },
    { status: 'completed', n: EXECUTIONS - cancelled },
  ]);
  const unsound = await rowsOf(
    server,
    `select id, output->>'text' as said from workflow.execution where status = 'completed' and (
      output->>'text' <> '<<' || (input->>'n') || 'a>e>' or ${STEPS} <>
      (select count(*) from workflow.step where execution_id = id and status = 'completed'))`,
  );
  expect(unsound).toEqual([]);
}
