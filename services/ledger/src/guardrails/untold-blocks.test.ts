import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '@aicp/common/database/testing/engines';
import type { GuardrailVerdict } from '@aicp/contracts/guardrails/verdict';
import type { LedgerDatabase } from '../database/tables.ts';
import { LedgerWriter } from '../ingest/ledger-writer.ts';
import { PARTS, startLedger } from '../testing/ledger-home.ts';
import { batchOf, NOON_MS, usageOf, verdictOf } from '../testing/records.ts';
import { tellBlocks, type UntoldBlocks } from './untold-blocks.ts';

const MINUTE_MS = 60_000;

const blocked = (changes: Partial<GuardrailVerdict> = {}): GuardrailVerdict =>
  verdictOf({
    verdict: 'blocked',
    findings: [
      { label: 'CREDIT_CARD', action: 'block', count: 2 },
      { label: 'EMAIL_ADDRESS', action: 'flag', count: 1 },
    ],
    ...changes,
  });

describe.each(testEngines())('what guardrails blocked on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: LedgerDatabase;
    let writer: LedgerWriter;
    let stop: () => Promise<void>;

    beforeAll(async () => {
      ({ database, stop } = await startLedger(engine));
      writer = new LedgerWriter({ database, clock: { ...PARTS.clock, now: () => NOON_MS } });
    });
    afterAll(() => stop());
    beforeEach(async () => {
      await database.kysely.deleteFrom('guardrail_block').execute();
    });

    const bring = (...verdicts: GuardrailVerdict[]) => {
      const record = usageOf({ guardrails: verdicts });
      return writer.ingest(batchOf({ usage: [record] })).then(() => record);
    };
    const told = async (nowMs: number): Promise<UntoldBlocks[]> => {
      const all: UntoldBlocks[] = [];
      await tellBlocks(database, { nowMs, everyMs: MINUTE_MS }, async (_, blocks) => {
        all.push(blocks);
        await Promise.resolve();
      });
      return all;
    };

    it('is told at once, then once a minute with what came meanwhile, and each request once', async () => {
      const first = await bring(blocked());
      expect(await told(NOON_MS)).toEqual([
        {
          ...{ organization: 'acme', guardrail: 'no-cards', requests: 1 },
          ...{ firstMs: NOON_MS, lastMs: NOON_MS },
          parts: [{ stage: 'input', label: 'CREDIT_CARD', requests: 1, findings: 2 }],
        },
      ]);
      await writer.ingest(batchOf({ usage: [first] }));
      await bring(blocked());
      await bring(blocked({ stage: 'output', findings: [] }));
      expect(await told(NOON_MS + MINUTE_MS - 1)).toEqual([]);
      expect(await told(NOON_MS + MINUTE_MS)).toMatchObject([
        {
          requests: 2,
          parts: [
            { stage: 'input', label: 'CREDIT_CARD', requests: 1, findings: 2 },
            { stage: 'output', label: '', requests: 1, findings: 0 },
          ],
        },
      ]);
      expect(await told(NOON_MS + 2 * MINUTE_MS)).toEqual([]);
      expect(await database.kysely.selectFrom('guardrail_block').selectAll().execute()).toEqual([]);
    });

    it('is nothing of what was let through, or would have been blocked by one that only watches', async () => {
      await bring(verdictOf(), verdictOf({ verdict: 'redacted' }), blocked({ is_monitor: true }));
      expect(await told(NOON_MS)).toEqual([]);
    });

    it('is kept until it was told, and told by one of two who come at the same time', async () => {
      await bring(blocked(), blocked({ guardrail: 'other' }));
      const failing = tellBlocks(database, { nowMs: NOON_MS, everyMs: MINUTE_MS }, () =>
        Promise.reject(new Error('no outbox yet')),
      );
      await expect(failing).rejects.toThrow('no outbox yet');
      const both = await Promise.all([told(NOON_MS), told(NOON_MS)]);
      expect(
        both
          .flat()
          .map(({ guardrail }) => guardrail)
          .sort(),
      ).toEqual(['no-cards', 'other']);
    });

    it('is told apart by organization', async () => {
      const usage = ['acme', 'rival', null].map((organization) =>
        usageOf({ organization, guardrails: [blocked()] }),
      );
      await writer.ingest(batchOf({ usage }));
      const all = await told(NOON_MS);
      expect(all.map(({ organization }) => organization).sort()).toEqual(['', 'acme', 'rival']);
    });
  });
});
