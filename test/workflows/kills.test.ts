import { openPostgresql } from '@aicp/common/database/postgresql/open-postgresql';
import { PostgresServer, postgresBinaries } from '@aicp/common/database/testing/engines';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import { EngineReplica, type SentRequest } from '@aicp/workflow/testing/engine-replica';
import { sectionsOf, step, templateOf } from '@aicp/workflow/testing/fragments';
import { describe, expect, it } from 'vitest';
import { startKillableGateway } from './kills/gateway.ts';
import { startUpstreams } from './kills/upstreams.ts';

const EXECUTIONS = 200;
/** Each of the parts is killed so often. */
const ROUNDS = 2;
const PATH = '/api/v1/executions';
const binaries = postgresBinaries();

const retry = {
  ...{ max_attempts: 50, initial_interval_seconds: 0.2 },
  ...{ backoff: 1.5, max_interval_seconds: 3 },
};

const CHAIN = templateOf(
  'chain',
  [
    step('a', 'llm', { model: 'chat', prompt: '${{ input.n }}a' }, { retry }),
    step('b', 'parallel', { steps: ['c', 'd', 'pause'] }),
    step(
      'c',
      'tool',
      { server: 'tools', tool: 'say', arguments: { text: '${{ input.n }}c' } },
      { retry },
    ),
    step('d', 'agent', { agent: 'planner', message: '${{ input.n }}d' }, { retry }),
    step('pause', 'wait', { seconds: 0.5 }),
    step('each', 'foreach', { items: [1, 2], steps: ['x'] }),
    step('x', 'llm', { model: 'chat', prompt: '${{ input.n }}x${{ item }}' }, { retry }),
    step('e', 'llm', { model: 'chat', prompt: '${{ steps.a.output.text }}e' }, { retry }),
  ],
  {
    output: {
      text: '${{ steps.e.output.text }}',
      tool: '${{ steps.b.output.c.text }}',
      agent: '${{ steps.b.output.d.text }}',
    },
  },
);
/** Of one that completed: all steps, and the one of foreach twice. */
const STEPS = 9;
/** What each of them asks. */
const questionsOf = (n: number): readonly string[] =>
  ['a', 'c', 'd', 'x1', 'x2'].map((one) => `${n}${one}`).concat(`<${n}a>e`);

/** From where a step is begun in the database to its request. */
const BEGUN_MS = 250;
/** What was under way at a cancel is given up within a second; a gateway that just starts may pass it on later. */
const UNDER_WAY_MS = 5_000;

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

/** Something that is killed, and starts again where it was. */
interface Killable {
  kill(): Promise<void>;
  begin(): Promise<void>;
}

/** Kills one after the other, each as often as the others and in an order of chance. */
async function killing(parts: readonly Killable[]): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const drawn = parts.map((part) => ({ part, at: Math.random() }));
    for (const { part } of drawn.sort((one, other) => one.at - other.at)) {
      await systemClock.sleep(300 + Math.random() * 1_200);
      await part.kill();
      await systemClock.sleep(Math.random() * 1_000);
      await part.begin();
    }
  }
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

/** When executions were cancelled, and what was asked for them, as those saw it who answer. */
class Books {
  readonly asked = new Set<string>();
  readonly late: string[] = [];
  private readonly cancels = new Map<string, { readonly id: string; readonly at: number }>();

  readonly note = (question: string): void => {
    this.asked.add(question);
    const { at } = this.cancels.get(/[0-9]+/.exec(question)?.[0] ?? '') ?? { at: Infinity };
    if (Date.now() > at + UNDER_WAY_MS) this.late.push(`${question} ${Date.now() - at} ms late`);
  };

  /** The cancel of an execution was answered. */
  cancelled(n: number, id: string): void {
    this.cancels.set(String(n), { id, at: Date.now() });
  }

  /** How many were cancelled. */
  get count(): number {
    return this.cancels.size;
  }

  /** What was begun of executions after their cancel was answered. */
  begunLate(sent: readonly SentRequest[]): readonly object[] {
    const ends = new Map([...this.cancels.values()].map(({ id, at }) => [id, at]));
    return sent.filter(({ id, at }) => at > (ends.get(id) ?? Infinity) + BEGUN_MS);
  }

  /** What nobody was asked of all that executions which were not cancelled have to ask. */
  get forgotten(): readonly string[] {
    return Array.from({ length: EXECUTIONS }, (_, n) => n)
      .filter((n) => !this.cancels.has(String(n)))
      .flatMap(questionsOf)
      .filter((question) => !this.asked.has(question));
  }
}

/** Has all begin, and some of them cancelled. */
async function traffic(replicas: readonly EngineReplica[], books: Books): Promise<void> {
  const cancels: Promise<void>[] = [];
  for (let n = 0; n < EXECUTIONS; n += 1) {
    const body = { template: 'chain', input: { n: String(n) } };
    const made = await persistently(replicas, { path: PATH, body, key: `k-${n}` }, 201);
    if (made && n % 10 === 5) cancels.push(cancel(made.id, n));
    await systemClock.sleep(40);
  }
  await Promise.all(cancels);

  async function cancel(id: string, n: number): Promise<void> {
    await systemClock.sleep(Math.random() * 1_000);
    const done = await persistently(replicas, { path: `${PATH}/${id}/cancel` }, 200);
    if (done) books.cancelled(n, id);
  }
}

describe.skipIf(binaries === undefined)(
  'two engines, the gateway and the database that are killed at random',
  () => {
    it('end all executions, forget no step, record each once, and begin none after a cancel', async () => {
      const books = new Books();
      await using cleanup = new AsyncDisposableStack();
      const upstreams = cleanup.use(await startUpstreams(books.note));
      const gateway = cleanup.use(await startKillableGateway(upstreams.fragments));
      const server = await PostgresServer.start(binaries ?? '');
      cleanup.defer(() => server.stop());
      const database = { kill: () => server.kill(), begin: () => server.resume() };
      const replicas: EngineReplica[] = [];
      for (const instance of ['one', 'two']) {
        const parts = { instance, database: server.url(), gateway: gateway.url };
        const replica = await EngineReplica.start({ ...parts, sections: sectionsOf([CHAIN]) });
        replicas.push(cleanup.use(replica));
      }
      await Promise.all([killing([...replicas, gateway, database]), traffic(replicas, books)]);
      const open = `select id from workflow.execution where status in ('pending', 'running', 'waiting')`;
      await expect.poll(() => rowsOf(server, open), { timeout: 90_000, interval: 500 }).toEqual([]);
      await expectSound(server, books.count);
      expect(books.forgotten).toEqual([]);
      expect(books.late).toEqual([]);
      const sent = await Promise.all(replicas.map((replica) => replica.sent()));
      expect(sent.flat().length).toBeGreaterThan(EXECUTIONS);
      expect(books.begunLate(sent.flat())).toEqual([]);
    }, 240_000);
  },
);

async function expectSound(server: PostgresServer, cancelled: number): Promise<void> {
  const statuses = await rowsOf<{ status: string; n: number }>(
    server,
    'select status, count(*)::int as n from workflow.execution group by status order by status',
  );
  const failures = `select distinct error from workflow.execution where status = 'failed'`;
  expect(await rowsOf(server, failures)).toEqual([]);
  expect(statuses).toEqual([
    { status: 'cancelled', n: cancelled },
    { status: 'completed', n: EXECUTIONS - cancelled },
  ]);
  const unsound = await rowsOf(
    server,
    `select id, output->>'text' as said from workflow.execution where status = 'completed' and (
      output->>'text' <> '<<' || (input->>'n') || 'a>e>' or
      output->>'tool' <> '<' || (input->>'n') || 'c>' or
      output->>'agent' <> '<' || (input->>'n') || 'd>' or ${STEPS} <>
      (select count(*) from workflow.step where execution_id = id and status = 'completed'))`,
  );
  expect(unsound).toEqual([]);
}
