import { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import { countEntries, listEntries } from '@aicp/api-kit/audit/audit-reader';
import { draftOf } from '@aicp/api-kit/audit/testing/audit-log';
import { testEngines } from '@aicp/common/database/testing/engines';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdminDatabase } from '../../database/tables.ts';
import { somebody } from '../../resources/testing/resource-fixture.ts';
import { startAdminDatabase } from '../testing/audit-database.ts';
import { filterFor, type FindCreation } from './audit-query.ts';

const NOVEMBER = Date.UTC(2026, 10, 21, 12);

describe.each(testEngines())('reading the audit log on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: AdminDatabase;
    let stop: () => Promise<void>;
    const clock = new ManualClock(NOVEMBER);

    beforeAll(async () => {
      ({ database, stop } = await startAdminDatabase(engine));
    });
    afterAll(async () => {
      await stop();
    });

    it('shows an organization entries of its uid, and those without one from its creation on', async () => {
      const chain = new AuditChain({ database, clock });
      const old = draftOf({ organization_id: 'acme' });
      const others = [
        draftOf(),
        draftOf({ organization_id: 'rival' }),
        draftOf({ organization_id: 'acme', organization_uid: 'another' }),
        draftOf({ organization_id: 'acme', organization_uid: 'unknown' }),
      ];
      await chain.record([old, ...others]);
      clock.jump(1_000);
      await chain.record([
        ...others,
        old,
        draftOf({ organization_id: 'acme', organization_uid: 'u' }),
      ]);
      const principal = somebody('org_admin', { organizationUid: 'u' });
      const read = async (createdAt: FindCreation) => {
        const filter = filterFor({}, principal, createdAt);
        const entries = await listEntries(database.kysely, filter, { limit: 99 });
        expect(await countEntries(database.kysely, filter)).toBe(entries.length);
        return entries.map(({ seq }) => seq);
      };
      // Created in the very second of the first entries, as far as Kubernetes says.
      expect(
        await read((name, uid) => (name + uid === 'acmeu' ? new Date(NOVEMBER) : undefined)),
      ).toEqual([11, 10]);
      expect(await read(() => undefined)).toEqual([11]);
      const nobody = somebody('org_admin', { organizationUid: undefined });
      const filter = filterFor({}, nobody, () => undefined);
      expect(await countEntries(database.kysely, filter)).toBe(0);
    });
  });
});
