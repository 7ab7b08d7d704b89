import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { testEngines } from '@aicp/common/database/testing/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditChain } from '../audit/chain/audit-chain.ts';
import { startAdminDatabase } from '../audit/testing/audit-database.ts';
import type { AdminDatabase } from '../database/tables.ts';
import { contextOf, resourceFixture, somebody } from '../resources/testing/resource-fixture.ts';
import { createModelAccess } from './create-model-access.ts';
import { requestBody } from './request-target.ts';

const acme = { organizationUid: 'uid-acme' };
const withKey = (keyName: string) =>
  contextOf(somebody('member', { ...acme, subject: 'ada', keyName }));

describe.each(testEngines())('what a person asked for, on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: AdminDatabase;
    let stop: () => Promise<void>;
    beforeAll(async () => {
      ({ database, stop } = await startAdminDatabase(engine));
    });
    afterAll(async () => {
      await stop();
    });

    it('is shown to the key that asked and to the person’s session, and to no other key that names the person', async () => {
      await using aicp = await resourceFixture();
      const clock = new ManualClock(0);
      const chain = new AuditChain({ database, clock });
      const { requests } = createModelAccess({
        ...{ database, chain, clock, store: aicp.store, services: aicp.services },
        log: recordingLog().log,
      });
      await aicp.put('Organization', 'acme', {}, { uid: 'uid-acme' });
      await aicp.put('AccessTier', 'premium', { requiresApproval: true });
      const body = requestBody.parse({ tier_id: 'premium', justification: 'not for everybody' });
      const row = await requests.ask(withKey('adas'), body);

      const { principal: claimed } = withKey('claimed');
      await expect(requests.get(claimed, row.id)).rejects.toMatchObject({ status: 404 });
      const page = { limit: 10, before: undefined };
      expect(await requests.list(claimed, {}, page)).toEqual({ rows: [], total: 0 });
      expect(await requests.get(withKey('adas').principal, row.id)).toEqual(row);
      const herself = somebody('member', { ...acme, kind: 'user', subject: 'ada' });
      expect(await requests.get(herself, row.id)).toEqual(row);
    });
  });
});
