import { testEngines } from '@aicp/common/database/testing/engines';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import type { Finding } from '@aicp/contracts/poll/findings-report';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAdminDatabase } from '../audit/testing/audit-database.ts';
import type { AdminDatabase } from '../database/tables.ts';
import { FindingBoard } from './finding-board.ts';
import { Leader } from './leader.ts';

const found = (kind: Finding['kind'], name: string, p95Ms = 1): Finding => ({
  kind,
  name,
  uid: `${kind}-${name}`,
  conditions: [{ type: 'Met', status: 'True', reason: 'Met', message: 'all is well' }],
  observed: { p95Ms },
});

describe.each(testEngines())('findings on $name', (engine) => {
  let database: AdminDatabase;
  let stop = (): Promise<void> => Promise.resolve();
  beforeAll(async () => {
    if (engine.skipped === undefined) ({ database, stop } = await startAdminDatabase(engine));
  });
  afterAll(async () => {
    await stop();
  });
  const board = () =>
    new FindingBoard({ database, clock: new ManualClock(0), log: recordingLog().log });

  it.skipIf(engine.skipped)('are told by every replica, whichever has found them', async () => {
    const [first, second] = [board(), board()];
    let changes = 0;
    second.onChange(() => (changes += 1));
    expect(second.report()).toBeUndefined();
    await first.put('SLADefinition', [found('SLADefinition', 'a'), found('SLADefinition', 'b')]);
    await second.put('ABTest', [found('ABTest', 'a')]);
    expect(second.report()?.objects).toEqual([
      found('ABTest', 'a'),
      found('SLADefinition', 'a'),
      found('SLADefinition', 'b'),
    ]);
    await second.put('ABTest', [found('ABTest', 'a')]);
    expect(changes).toBe(1);
    await first.put('SLADefinition', [found('SLADefinition', 'b', 2)]);
    expect(first.report()?.objects).toEqual([found('ABTest', 'a'), found('SLADefinition', 'b', 2)]);
    await first.put('ABTest', []);
    expect(first.report()?.objects).toEqual([found('SLADefinition', 'b', 2)]);
  });

  it.skipIf(engine.skipped)('are unknown where nobody has looked for minutes', async () => {
    const log = recordingLog().log;
    const clock = new ManualClock(0);
    const reader = new FindingBoard({ database, clock, log });
    await reader.put('SLADefinition', [found('SLADefinition', 'old')]);
    await reader.put('ABTest', [found('ABTest', 'fresh')]);
    await sql`update admin.finding set found_at = now() - interval '6 minutes'
      where name = 'old'`.execute(database.kysely);
    await reader.put('ABTest', [found('ABTest', 'fresh')]);
    expect(reader.report()?.objects.map(({ conditions }) => conditions)).toEqual([
      [expect.objectContaining({ type: 'Met', status: 'True' })],
      [expect.objectContaining({ type: 'Met', status: 'Unknown', reason: 'NotReported' })],
    ]);
    await reader.put('SLADefinition', [found('SLADefinition', 'old')]);
    expect(reader.report()?.objects).toEqual([
      found('ABTest', 'fresh'),
      found('SLADefinition', 'old'),
    ]);
  });

  it('say nothing while the database does not answer', async () => {
    const clock = new ManualClock(0);
    let isAway = false;
    const rows = {
      execute: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve([])),
    };
    const query: object = new Proxy(rows, {
      get: (of, name) => (name === 'execute' ? of.execute : () => query),
    });
    const kysely = query as AdminDatabase['kysely'];
    const away = new FindingBoard({
      database: { kysely, migrated: () => Promise.resolve() },
      ...{ clock, log: recordingLog().log },
    });
    away.start();
    await expect.poll(() => away.report()).toBeDefined();
    isAway = true;
    for (let waited = 0; waited < 15; waited += 1) await clock.advance(5_000);
    expect(away.report()).toBeUndefined();
    await away.stop();
  });

  it.skipIf(engine.skipped)(
    'are found out by one replica, until it leaves or is silent',
    async () => {
      const clock = new ManualClock(0);
      const [first, second] = ['admin-0', 'admin-1'].map(
        (replica) => new Leader({ database, replica, clock }),
      );
      expect([await first!.takes('sla'), await second!.takes('sla')]).toEqual([true, false]);
      expect([await first!.takes('sla'), await second!.takes('abtests')]).toEqual([true, true]);
      await first!.leave();
      expect([await second!.takes('sla'), await first!.takes('sla')]).toEqual([true, false]);
      await sql`update admin.leader set until = now() - interval '1 second'`.execute(
        database.kysely,
      );
      await clock.advance(15_000);
      expect([await first!.takes('sla'), await second!.takes('sla')]).toEqual([true, false]);
    },
  );
});
