import { PostgresServer, postgresBinaries } from '@aicp/common/database/testing/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WORKFLOW_BOUNDS } from '../config.ts';
import { EngineFixture } from '../testing/engine-fixture.ts';
import { chatSaying } from '../testing/fake-gateway.ts';
import { keyOf, sectionsOf, step, templateOf } from '../testing/fragments.ts';

const sections = sectionsOf(
  [
    templateOf('done', [step('sum', 'transform', { value: 1 })]),
    templateOf('outer', [step('inner', 'workflow', { template: 'done' })]),
    templateOf('breaks', [step('ask', 'llm', { prompt: 'x' })]),
    templateOf('holds', [
      step('inner', 'workflow', { template: 'done' }),
      step('nap', 'wait', { seconds: 600 }),
    ]),
  ],
  [keyOf('bot')],
);

/** Rows of each table in which something is kept of executions. */
const LEFT = `select (select count(*)::int from workflow.execution) as executions,
  (select count(*)::int from workflow.step) as steps,
  (select count(*)::int from dbos.workflow_status) as runs,
  (select count(distinct workflow_uuid)::int from dbos.operation_outputs) as recorded,
  (select count(*)::int from dbos.workflow_input) as inputs,
  (select count(*)::int from dbos.workflow_output) as outputs`;

const GOING = "select count(*)::int from dbos.workflow_status where status = 'PENDING'";

const binaries = postgresBinaries();

describe.skipIf(binaries === undefined)('executions that ended long ago', () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await PostgresServer.start(binaries ?? '');
  });
  afterAll(async () => {
    await server.stop();
  });

  it('go with all that is kept of them, and those that go on keep what they need', async () => {
    const database = { url: server.url() };
    let isGood = false;
    const answer = () => (isGood ? chatSaying('x') : { status: 400, body: {} });
    const ids: string[] = [];
    {
      await using engine = await EngineFixture.start({ sections, database, answer });
      const failed = await engine.begin('breaks');
      await engine.reached(failed, 'failed');
      isGood = true;
      await engine.post(`/api/v1/executions/${failed}/retry`);
      await engine.reached(failed, 'completed');
      const outer = await engine.run('outer');
      const open = await engine.begin('holds');
      await engine.reached(open, 'waiting');
      ids.push(failed, outer.id, open);
      await expect.poll(async () => await server.rows(LEFT)).toMatchObject([{ executions: 5 }]);
    }
    const bounds = { ...WORKFLOW_BOUNDS, retentionDays: 0, retentionEveryMs: 200 };
    const rows = async () => await server.rows(LEFT);
    const [failed = '', outer = '', open = ''] = ids;
    {
      await using engine = await EngineFixture.start({ sections, database, answer, bounds });
      // The one that waits, and the one that a step of it started.
      const left = { executions: 2, steps: 3, runs: 2, recorded: 2, inputs: 2, outputs: 1 };
      await expect.poll(rows, { timeout: 30_000, interval: 100 }).toEqual([left]);
      for (const id of [failed, outer]) {
        expect((await engine.get(`/api/v1/executions/${id}`)).status).toBe(404);
      }
    }
    {
      await using engine = await EngineFixture.start({ sections, database, answer });
      await engine.post(`/api/v1/executions/${open}/cancel`);
      // Its run ends after the cancel was answered: a day before it is deleted, where days are not 0.
      const going = async () => await server.rows(GOING);
      await expect.poll(going, { timeout: 30_000, interval: 100 }).toEqual([{ count: 0 }]);
    }
    await using engine = await EngineFixture.start({ sections, database, answer, bounds });
    const none = { executions: 0, steps: 0, runs: 0, recorded: 0, inputs: 0, outputs: 0 };
    await expect.poll(rows, { timeout: 30_000, interval: 100 }).toEqual([none]);
    // Nobody takes what the audit log was to have of it.
    await engine.begin('done', {}, { authorization: 'Bearer sk-bot' });
    const untaken = async () => await server.rows('select id from workflow.decision');
    await expect.poll(untaken, { timeout: 30_000, interval: 100 }).toEqual([]);
    expect(engine.logged.filter(({ level }) => level === 'error')).toEqual([]);
  }, 90_000);
});
