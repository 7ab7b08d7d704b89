import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { shareable } from '@aicp/common/database/open-database';
import { testEngines } from '@aicp/common/database/testing/engines';
import { openLedger, PARTS } from '../testing/ledger-home.ts';
import { openLedgerReader } from './open-ledger-reader.ts';

describe.each(testEngines())('who only reads the ledger on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    it('needs nobody to come before, and reads what others write', async () => {
      const home = await engine.start();
      const location = shareable(home.location, PARTS);
      const reading = await openLedgerReader({ ...PARTS, location });
      await reading.migrated();
      const writing = await openLedger(location);
      await writing.kysely
        .insertInto('delivery')
        .values({
          replica: 'gateway-0',
          last_contact: new Date(0),
          sent_at: new Date(0),
          in_flight: 3,
          oldest_left_at: null,
        })
        .execute();
      const found = await reading.kysely.selectFrom('delivery').select('replica').execute();
      expect(found).toEqual([{ replica: 'gateway-0' }]);
      await expect(
        sql`update ledger.delivery set in_flight = 0`.execute(reading.kysely),
      ).rejects.toThrow(/permission denied/);
      await reading.close();
      await writing.close();
      await home.stop();
    });
  });
});
