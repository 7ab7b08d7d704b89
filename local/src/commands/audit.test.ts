import { AuditChain } from '@aicp/admin/audit/chain/audit-chain';
import { draftOf, openAdminDatabase } from '@aicp/admin/audit/testing/audit-database';
import { testEngines, type TestDatabase } from '@aicp/common/database/testing/engines';
import { systemClock } from '@aicp/common/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../cli/run.ts';
import { audit } from './audit.ts';

async function aicp(...args: string[]) {
  const said = { out: '', err: '' };
  const code = await run(['audit', ...args], [audit], {
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
    isTerminal: false,
    environment: {},
    signal: new AbortController().signal,
  });
  return { code, ...said };
}

describe.each(testEngines())('aicp audit verify of a database on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let home: TestDatabase;
    const where = (): string[] =>
      'url' in home.location
        ? ['--database', home.location.url]
        : ['--database-dir', home.location.directory];

    beforeAll(async () => {
      home = await engine.start();
      const database = await openAdminDatabase(home.location);
      const chain = new AuditChain({ database, clock: systemClock });
      await chain.record([draftOf(), draftOf(), draftOf()]);
      await database.close();
    });
    afterAll(async () => {
      await home.stop();
    });

    it('says that the chain is whole', async () => {
      const { code, out } = await aicp('verify', ...where());
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ valid: true, entries: 3, broken: null });
    });

    it('names the first entry that was changed', async () => {
      const database = await openAdminDatabase(home.location);
      await database.asOwner(async (owner) => {
        await sql`alter table admin.audit_entries disable trigger user`.execute(owner);
        await sql`update admin.audit_entries set user_id = 'eve' where seq = 2`.execute(owner);
      });
      await database.close();
      const { code, err } = await aicp('verify', ...where());
      expect(code).toBe(1);
      expect(err).toBe('entry 2 breaks the chain: its contents were changed\n');
    });
  });
});

describe('aicp audit', () => {
  it('makes no database where there is none', async () => {
    expect(await aicp('verify', '--database-dir', '/nowhere')).toMatchObject({
      code: 1,
      err: 'aicp audit: there is no database in /nowhere\n',
    });
  });

  it('says where no admin service runs', async () => {
    const { code, err } = await aicp('verify', '--data-dir', '/nowhere');
    expect(code).toBe(1);
    expect(err).toContain('no admin service runs in /nowhere');
  });
});
