import { openDatabase } from '@aicp/common/database/open-database';
import { testEngines } from '@aicp/common/database/testing/engines';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { describe, expect, it } from 'vitest';
import { WORKFLOW_BOUNDS } from '../config.ts';
import { MIGRATIONS } from '../database/migrations/index.ts';
import { WORKFLOW_ROLE, WORKFLOW_SCHEMA, type WorkflowTables } from '../database/tables.ts';
import { TemplateBook } from '../snapshot/template-book.ts';
import type { Known } from '../snapshot/workflow-snapshot.ts';
import { ExecutionStore } from '../store/execution-store.ts';
import { step, templateOf } from '../testing/fragments.ts';
import { RunCounts } from './run-counts.ts';

const HOUR_MS = 3_600_000;
const STEPS = [step('one', 'transform', { value: 1 })];
const review = templateOf('review', STEPS);
const off = templateOf('off', STEPS, { is_active: false });
/** One of the same type that was there before `review`. */
const earlier = templateOf('review', STEPS, { source: { ...review.source, uid: 'earlier' } });

const OWNER = {
  ...{
    organization: '',
    organization_uid: '',
    team: '',
    team_uid: '',
    starter_id: 'k',
    is_anonymous: false,
  },
  starter: { type: 'key', key: 'k', uid: 'k' } as never,
};

describe.each(testEngines())('counts of executions on $name', (engine) => {
  it.skipIf(engine.skipped)(
    'are of the last 24 hours, by the object that a template was, and of each template there is',
    async () => {
      const home = await engine.start();
      const clock = new ManualClock();
      const { log } = recordingLog();
      const database = await openDatabase<WorkflowTables>({
        ...{ location: home.location, clock, random: Math.random, log },
        ...{ schema: WORKFLOW_SCHEMA, role: WORKFLOW_ROLE, migrations: MIGRATIONS },
      });
      await database.migrated();
      const executions = new ExecutionStore({ database, clock, bounds: WORKFLOW_BOUNDS.open });
      const known = { templates: new TemplateBook([review, off]) } as Partial<Known> as Known;
      const snapshot: { latest: Known | undefined } = { latest: undefined };
      const ready = () => Promise.resolve();
      const counts = new RunCounts({ database, snapshot, clock, log, ready });
      let news = 0;
      counts.onChange(() => (news += 1));
      const begin = async (id: string, definition = review) => {
        await executions.create({
          ...{ id, definition, owner: OWNER, input: {}, asked: '' },
          ...{ maxCostNano: undefined, idempotencyKey: undefined },
        });
      };
      const fail = (id: string) =>
        database.kysely
          .updateTable('execution')
          .set({ status: 'failed' })
          .where('id', '=', id)
          .execute();
      const told = () =>
        counts.report()?.objects.map(({ name, uid, conditions, observed }) => {
          expect([uid, conditions]).toEqual([`uid-of-WorkflowTemplate-${name}`, []]);
          return [name, observed['runs'], observed['failures']];
        });

      await begin('a');
      await fail('a');
      clock.jump(2 * HOUR_MS);
      await begin('b');
      await begin('c');
      await begin('d', earlier);
      await fail('c');
      expect(told()).toBeUndefined();
      await counts.count();
      expect(told()).toBeUndefined();
      snapshot.latest = known;
      expect(told()).toEqual([
        ['off', 0, 0],
        ['review', 3, 2],
      ]);
      await counts.count();
      expect(news).toBe(1);

      clock.jump(23 * HOUR_MS);
      // Nobody has counted for that long.
      expect(told()).toBeUndefined();
      await counts.count();
      expect(told()?.[1]).toEqual(['review', 2, 1]);
      expect(news).toBe(2);
      clock.jump(2 * HOUR_MS);
      await counts.count();
      expect(told()?.[1]).toEqual(['review', 0, 0]);
      await database.close();
      await home.stop();
    },
  );
});
