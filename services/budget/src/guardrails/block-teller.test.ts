import { shareable } from '@aicp/common/database/open-database';
import { testEngines, type TestDatabase } from '@aicp/common/database/testing/engines';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { EVENT_CATALOG } from '@aicp/contracts/events/event-catalog';
import type { EventsDatabase } from '@aicp/events/database/tables';
import { openOutbox } from '@aicp/events/testing/events-home';
import type { LedgerDatabase } from '@aicp/ledger/database/tables';
import { LedgerWriter } from '@aicp/ledger/ingest/ledger-writer';
import { openLedger, PARTS } from '@aicp/ledger/testing/ledger-home';
import { batchOf, NOON_MS, usageOf, verdictOf } from '@aicp/ledger/testing/records';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BlockTeller } from './block-teller.ts';

const SECRET = { label: 'AWS_ACCESS_KEY', action: 'block' as const, count: 2 };
const blocked = verdictOf({ guardrail: 'no-secrets', verdict: 'blocked', findings: [SECRET] });

describe.each(testEngines())('what guardrails blocked on $name', (engine) => {
  let home: TestDatabase;
  let database: LedgerDatabase;
  let outbox: EventsDatabase;

  beforeAll(async () => {
    if (engine.skipped !== undefined) return;
    home = await engine.start();
    const location = shareable(home.location, PARTS);
    database = await openLedger(location);
    outbox = await openOutbox(location);
  }, 60_000);
  afterAll(async () => {
    await outbox.close();
    await database.close();
    await home.stop();
  });
  beforeEach(async () => {
    await database.kysely.deleteFrom('guardrail_block').execute();
    await outbox.kysely.deleteFrom('event').execute();
  });

  const bring = async (...organizations: (string | null)[]) => {
    const writer = new LedgerWriter({ database, clock: new ManualClock(NOON_MS) });
    const usage = organizations.map((organization) =>
      usageOf({ organization, guardrails: [blocked] }),
    );
    await writer.ingest(batchOf({ usage }));
    return usage;
  };
  const tellerAt = (ms: number) =>
    new BlockTeller({
      database,
      ready: () => Promise.resolve(),
      clock: new ManualClock(ms),
      log: recordingLog().log,
    });
  const told = async () => {
    const rows = await outbox.kysely.selectFrom('event').selectAll().orderBy('at').execute();
    return rows.map(({ type, organization, data }) => ({ type, organization, data }));
  };

  it.skipIf(engine.skipped)('is an event that says how much, and nothing of a text', async () => {
    await bring('acme', 'acme');
    await tellerAt(NOON_MS).turn();
    const [event, ...others] = await told();
    expect(others).toEqual([]);
    expect(event).toEqual({
      ...{ type: 'guardrail.blocked', organization: 'acme' },
      data: {
        ...{ guardrail_id: 'no-secrets', organization_id: 'acme', requests: 2 },
        found: [{ stage: 'input', label: 'AWS_ACCESS_KEY', requests: 2, count: 4 }],
        first_at: new Date(NOON_MS).toISOString(),
        last_at: new Date(NOON_MS).toISOString(),
        message: 'guardrail "no-secrets" blocked 2 requests: AWS_ACCESS_KEY (input)',
      },
    });
    const { data } = EVENT_CATALOG['guardrail.blocked'];
    expect(data.strict().safeParse(event?.data).error?.message).toBeUndefined();
  });

  it.skipIf(engine.skipped)(
    'is told once a minute at most, whoever tells it, and of each organization apart',
    async () => {
      const first = await bring('acme', 'rival', null);
      await Promise.all([tellerAt(NOON_MS).turn(), tellerAt(NOON_MS).turn()]);
      const whose = (await told()).map(({ organization }) => organization).sort();
      expect(whose).toEqual(['', 'acme', 'rival']);
      await bring('acme');
      await new LedgerWriter({ database, clock: new ManualClock(NOON_MS) }).ingest(
        batchOf({ usage: first }),
      );
      await tellerAt(NOON_MS + 59_999).turn();
      expect(await told()).toHaveLength(3);
      await tellerAt(NOON_MS + 60_000).turn();
      const all = await told();
      expect(all).toHaveLength(4);
      const requests = all.map(({ data }) => (data as { requests: number }).requests);
      expect(requests).toEqual([1, 1, 1, 1]);
    },
  );
});
