import { testEngines } from '@aicp/common/database/testing/engines';
import { ManualClock, until } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import type { Database } from '@aicp/common/database/open-database';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startKitDatabase } from '../testing/kit-database.ts';
import { DeniedTokens, type DeniedTokensTable } from './access-token.ts';

const NOW = Date.UTC(2026, 10, 22);
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const IN_A_DAY = new Date(NOW + 24 * HOUR_MS);

describe.each(testEngines())('tokens that were given back, on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: Database<DeniedTokensTable>;
    let stop: () => Promise<void>;
    let clock: ManualClock;
    /** How often the database was asked for something. */
    let asked: number;

    beforeAll(async () => {
      const kit = await startKitDatabase(engine);
      stop = kit.stop;
      database = kit.database as unknown as Database<DeniedTokensTable>;
      await database.asOwner(async (owner) => {
        await sql`create table kit.denied_tokens (jti text primary key, expires_at timestamptz not null)`.execute(
          owner,
        );
        await sql`grant select, insert, delete on kit.denied_tokens to aicp_kit`.execute(owner);
      });
    });
    afterAll(async () => {
      await stop();
    });
    beforeEach(() => {
      clock = new ManualClock(NOW);
      asked = 0;
    });

    /** A replica that has read the list; it is stopped when the test is over. */
    async function replica(): Promise<DeniedTokens & AsyncDisposable> {
      const counted = {
        engine: database.engine,
        get kysely() {
          asked += 1;
          return database.kysely;
        },
      };
      const tokens = new DeniedTokens({ database: counted, clock, log: recordingLog().log });
      const others = clock.sleeping;
      tokens.start();
      await until('it has read the list', () => clock.sleeping > others);
      return Object.assign(tokens, {
        [Symbol.asyncDispose]: async () => {
          await tokens.stop();
        },
      });
    }

    it('are refused at once, and after a restart', async () => {
      {
        await using before = await replica();
        await before.deny('restarted', IN_A_DAY);
        expect(before.has('restarted')).toBe(true);
      }
      await using after = await replica();
      expect([after.has('restarted'), after.has('another')]).toEqual([true, false]);
    });

    it('are forgotten once they have ended by themselves', async () => {
      await using tokens = await replica();
      await tokens.deny('ended', new Date(NOW + HOUR_MS));
      clock.jump(2 * HOUR_MS);
      await clock.advance(2 * SECOND_MS);
      await until('it is forgotten', () => !tokens.has('ended'));
      const rows = () => database.kysely.selectFrom('denied_tokens').select('jti').execute();
      await until('its row is gone', async () =>
        (await rows()).every(({ jti }) => jti !== 'ended'),
      );
    });

    it.runIf(engine.name === 'PostgreSQL')('are heard of from other replicas', async () => {
      await using one = await replica();
      await using other = await replica();
      await one.deny('elsewhere', IN_A_DAY);
      expect(other.has('elsewhere')).toBe(false);
      await clock.advance(2 * SECOND_MS);
      await until('the other has heard of it', () => other.has('elsewhere'));
    });

    it.runIf(engine.name === 'PGlite')(
      'are read once an hour: no other process has the database',
      async () => {
        await using tokens = await replica();
        const atStart = asked;
        expect(atStart).toBeGreaterThan(0);
        await clock.advance(HOUR_MS - SECOND_MS);
        expect(asked).toBe(atStart);
        await tokens.deny('own', IN_A_DAY);
        expect(tokens.has('own')).toBe(true);
        await clock.advance(2 * SECOND_MS);
        await until('it has read the list again', () => asked > atStart + 1);
      },
    );
  });
});
