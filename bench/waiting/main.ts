import { readFile } from 'node:fs/promises';
import { PostgresServer, postgresBinaries } from '@aicp/common/database/testing/engines';
import { systemClock } from '@aicp/common/time/clock';
import { EngineReplica } from '@aicp/workflow/testing/engine-replica';
import { FakeGateway } from '@aicp/workflow/testing/fake-gateway';
import { sectionsOf, step, templateOf } from '@aicp/workflow/testing/fragments';

/**
 * What executions cost that wait: `node bench/waiting/main.ts [how many] [how many are started at a time]`. Starts an engine on PostgreSQL as a process of its own, and executions that wait for a person; says what
 * the engine's memory grew by, what it uses of a core while all wait, and how long a new process takes to pick all up.
 */
const HOW_MANY = Number(process.argv[2] ?? 1_000);
const AT_ONCE = Number(process.argv[3] ?? 50);
const MIB = 1_048_576;
const PAGE = 4_096;
const TICKS_PER_SECOND = 100;
const HEADERS = { 'Content-Type': 'application/json' };

const server = await PostgresServer.start(postgresBinaries() ?? '');
const gateway = await FakeGateway.start();
const engine = await EngineReplica.start({
  ...{ instance: 'one', database: server.url(), gateway: gateway.url },
  sections: sectionsOf([templateOf('review', [step('check', 'approval', {})])]),
});

async function residentMiB(): Promise<number> {
  const [, pages = '0'] = (await readFile(`/proc/${engine.pid}/statm`, 'utf8')).split(' ');
  return (Number(pages) * PAGE) / MIB;
}

/** Seconds of a core that the process has used. */
async function usedSeconds(): Promise<number> {
  const fields = (await readFile(`/proc/${engine.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ');
  return (Number(fields?.[11]) + Number(fields?.[12])) / TICKS_PER_SECOND;
}

async function begin(): Promise<void> {
  const answer = await fetch(`${engine.url}/api/v1/executions`, {
    ...{ method: 'POST', headers: HEADERS, body: JSON.stringify({ template: 'review' }) },
  });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.text();
}

const WAITING = `select count(*)::int as waiting from workflow.execution join dbos.workflow_status
  on workflow_uuid = id where execution.status = 'waiting' and claim = owner_xid`;

async function untilAllWait(): Promise<number> {
  const from = performance.now();
  for (;;) {
    const [row] = await server.rows<{ waiting: number }>(WAITING);
    if (row?.waiting === HOW_MANY) return (performance.now() - from) / 1000;
    await systemClock.sleep(100);
  }
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

await systemClock.sleep(5_000);
const before = await residentMiB();
for (let left = HOW_MANY; left > 0; left -= AT_ONCE) {
  await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, begin));
}
await untilAllWait();
const peak = await residentMiB();
await systemClock.sleep(15_000);
const after = await residentMiB();
const usedBefore = await usedSeconds();
await systemClock.sleep(20_000);
const used = (await usedSeconds()) - usedBefore;
const later = await residentMiB();
say(
  `resident: ${before.toFixed(0)} MiB before, +${(peak - before).toFixed(0)} when all wait, +${(after - before).toFixed(0)} after 15 s, +${(later - before).toFixed(0)} after 35 s`,
);
say(`idle: ${((used / 20) * 100).toFixed(1)} % of a core`);
await engine.kill();
const from = performance.now();
await engine.begin();
await untilAllWait();
say(
  `restart: all ${HOW_MANY} wait again after ${((performance.now() - from) / 1000).toFixed(1)} s`,
);
await systemClock.sleep(15_000);
say(`resident after the restart and 15 s: ${(await residentMiB()).toFixed(0)} MiB`);
await engine[Symbol.asyncDispose]();
await gateway[Symbol.asyncDispose]();
await server.stop();
