import { openDatabase } from '@aicp/common/database/open-database';
import { testEngines } from '@aicp/common/database/testing/engines';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../access/caller.ts';
import { ExecutionLists } from '../store/execution-lists.ts';
import { ExecutionOrder } from '../store/execution-order.ts';
import { templateOf } from '../testing/fragments.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { WORKFLOW_ROLE, WORKFLOW_SCHEMA, type WorkflowTables } from './tables.ts';

const UIDS = '0007-owner-uids';
const EARLIER = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < UIDS));

const caller = (more: Partial<Caller>): Caller => ({
  ...{ id: 'key boss', name: 'boss', delegator: { type: 'key', uid: 'boss', generation: 0 } },
  ...{ role: 'org_admin', organization: 'acme', organizationUid: 'acme-uid' },
  ...{ team: undefined, teamUid: '', isAnonymous: false },
  ...more,
});
const PLATFORM = { organization: undefined, organizationUid: '' } as const;

describe.each(testEngines())('executions of an earlier version on $name', (engine) => {
  it.skipIf(engine.skipped)(
    'are shown to administrators of the platform alone, where they were an organization’s',
    async () => {
      const home = await engine.start();
      const clock = new ManualClock();
      const open = (migrations: typeof MIGRATIONS) =>
        openDatabase<WorkflowTables>({
          ...{ location: home.location, clock, random: Math.random },
          ...{ log: recordingLog().log, migrations },
          ...{ schema: WORKFLOW_SCHEMA, role: WORKFLOW_ROLE },
        });
      const before = await open(EARLIER);
      await before.migrated();
      const row = (id: string, organization: string, starter: string) => ({
        ...{ id, organization, team: '', template: 'review', asked: '', depth: 1 },
        ...{ definition: JSON.stringify(templateOf('review', [])), starter: '{}', input: null },
        ...{ starter_id: starter, is_anonymous: false, status: 'failed' as const },
        ...{ created_at: new Date(clock.now()), deadline_at: new Date(clock.now()) },
      });
      await before.kysely
        .insertInto('execution')
        .values([row('1', 'acme', 'key boss'), row('2', '', 'key bot')] as never)
        .execute();
      await before.close();
      const after = await open(MIGRATIONS);
      await after.migrated();
      const lists = new ExecutionLists(after);
      const seenBy = async (who: Caller) => {
        const page = { order: new ExecutionOrder(), limit: 10, after: undefined };
        return (await lists.page(who, {}, page)).map(({ id }) => id);
      };
      expect(await seenBy(caller({}))).toEqual([]);
      expect(await seenBy(caller({ role: 'member' }))).toEqual([]);
      expect(await seenBy(caller({ ...PLATFORM, role: 'member', id: 'key bot' }))).toEqual(['2']);
      expect(await seenBy(caller({ ...PLATFORM, role: 'platform_admin' }))).toEqual(['2', '1']);
      await after.close();
      await home.stop();
    },
  );
});
