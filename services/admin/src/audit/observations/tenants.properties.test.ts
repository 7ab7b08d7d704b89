import { testEngines } from '@aicp/common/database/testing/engines';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminDatabase } from '../../database/tables.ts';
import { somebody } from '../../resources/testing/resource-fixture.ts';
import type { AuditEntry } from '@aicp/api-kit/audit/audit-entry';
import { filterFor } from '../reading/audit-query.ts';
import { listEntries } from '@aicp/api-kit/audit/audit-reader';
import { startAdminDatabase, emptyAuditLog } from '../testing/audit-database.ts';
import { AuditedCluster } from '../testing/cluster.ts';
import { HISTORIES, tenantStep, TenantsHistory } from '../testing/histories.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

describe.each(testEngines())('the entries of an organization on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: AdminDatabase;
    let stop: () => Promise<void>;
    beforeAll(async () => {
      ({ database, stop } = await startAdminDatabase(engine));
    });
    afterAll(async () => {
      await stop();
    });

    const read = async (role: 'org_admin' | 'platform_admin', name?: string, uid?: string) => {
      const principal = somebody(role, { organizationId: name, organizationUid: uid });
      const filter = filterFor({}, principal, () => new Date(0));
      const entries = await listEntries(database.kysely, filter, { limit: 500 });
      return entries.map(markOf).sort();
    };

    it('are read by that very one, and by no other that ever has its name', async () => {
      const steps = fc.array(tenantStep, { minLength: 1, maxLength: 16 });
      await fc.assert(
        fc.asyncProperty(steps, async (history) => {
          await emptyAuditLog(database);
          const cluster = new AuditedCluster({ database, clock: new ManualClock(NOW) });
          const truth = new TenantsHistory(cluster);
          for (const step of history) await truth.act(step);
          await truth.act({ type: 'operator', comes: true });
          const all = await read('platform_admin');
          for (const name of ['acme', 'rival']) {
            const uid = truth.uidOf(name);
            if (uid === undefined) continue;
            const own = all.filter((mark) => truth.owners.get(mark) === uid);
            expect([name, await read('org_admin', name, uid)]).toEqual([name, own]);
          }
        }),
        { numRuns: HISTORIES },
      );
    }, 120_000);
  });
});

/** What the change is called that an entry is of. */
function markOf({ changes, action }: AuditEntry): string {
  const { before, after } = changes ?? { before: null, after: null };
  const { description } = ((after ?? before)?.['spec'] ?? {}) as { description?: string };
  return action === 'delete' ? `gone ${String(description)}` : String(description);
}
