import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '@aicp/common/database/testing/engines';
import {
  FINDING_ACTIONS,
  GUARDRAIL_STAGES,
  GUARDRAIL_VERDICTS,
  type GuardrailVerdict,
} from '@aicp/contracts/guardrails/verdict';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import type { LedgerDatabase } from '../database/tables.ts';
import { dropDays, dropFineSums } from '../days/drop-days.ts';
import { DAY_MS, dayOf } from '../days/day-tables.ts';
import { LedgerWriter } from '../ingest/ledger-writer.ts';
import { PARTS, startLedger } from '../testing/ledger-home.ts';
import { batchOf, NOON_MS, usageOf, verdictOf } from '../testing/records.ts';
import { factsOfRequest } from './guardrail-facts.ts';
import { GuardrailReader } from './guardrail-reader.ts';
import type { FactQuery, FactSum } from './fact-query.ts';

const FROM = dayOf(NOON_MS) - DAY_MS;
const TO = FROM + 2 * DAY_MS;
const HOUR_MS = 3_600_000;

const verdict: fc.Arbitrary<GuardrailVerdict> = fc.record({
  guardrail: fc.constantFrom('no-cards', 'other'),
  stage: fc.constantFrom(...GUARDRAIL_STAGES),
  verdict: fc.constantFrom(...GUARDRAIL_VERDICTS),
  is_monitor: fc.boolean(),
  findings: fc.array(
    fc.record({
      label: fc.constantFrom('CREDIT_CARD', 'EMAIL_ADDRESS', 'it\'s, {a} "label"'),
      action: fc.constantFrom(...FINDING_ACTIONS),
      count: fc.integer({ min: 1, max: 9 }),
    }),
    { maxLength: 3 },
  ),
});

const record: fc.Arbitrary<UsageRecord> = fc
  .record({
    minutes: fc.integer({ min: 0, max: 2 * 1_440 - 1 }),
    organization: fc.constantFrom('acme', 'rival', null),
    team: fc.constantFrom('ml', null),
    guardrails: fc.array(verdict, { maxLength: 4 }),
  })
  .map(({ minutes, ...rest }) =>
    usageOf({ at: new Date(FROM + minutes * 60_000).toISOString(), ...rest }),
  );

const story = fc.array(record, { minLength: 1, maxLength: 12 }).chain((records) =>
  fc.record({
    records: fc.constant(records),
    deliveries: fc.array(fc.subarray(records), { maxLength: 6 }),
  }),
);

/** What records say, added up in memory. */
function saidBy(records: readonly UsageRecord[], query: FactQuery): string[] {
  const sums = new Map<string, [number, number]>();
  for (const one of records.filter((each) => isAsked(each, query))) {
    for (const { requests, findings, guardrail, ...kind } of factsOfRequest(one.guardrails)) {
      if (guardrail !== query.guardrail) continue;
      const key = keyOf(groupOf(one, query.by), kind);
      const [n, m] = sums.get(key) ?? [0, 0];
      sums.set(key, [n + requests, m + findings]);
    }
  }
  return [...sums].map(([key, counts]) => `${key} ${counts.join(' ')}`).sort();
}

function isAsked(record: UsageRecord, query: FactQuery): boolean {
  const { from, to, organization, teams, sinceMs = 0 } = query;
  const at = Date.parse(record.at);
  const isOfThem = organization === undefined || (record.organization ?? '') === organization;
  const isOfTeam = teams?.includes(record.team ?? '') ?? true;
  return isOfThem && isOfTeam && at >= Math.max(from, sinceMs) && at < to;
}

function groupOf({ at, organization, team }: UsageRecord, by: FactQuery['by']): unknown[] {
  if (by === undefined) return [null];
  if (by === 'team') return [organization ?? '', team ?? ''];
  const unit = by === 'hour' ? HOUR_MS : DAY_MS;
  return [Math.floor(Date.parse(at) / unit) * unit];
}

const keyOf = (
  group: readonly unknown[],
  kind: Pick<FactSum, 'stage' | 'isMonitor' | 'verdict' | 'label' | 'action'>,
): string =>
  JSON.stringify([group, kind.stage, kind.isMonitor, kind.verdict, kind.label, kind.action]);

const shown = (facts: readonly FactSum[], by: FactQuery['by']): string[] =>
  facts
    .map(({ startsMs, organization, team, requests, findings, ...kind }) => {
      const group = by === 'team' ? [organization, team] : [startsMs ?? null];
      return `${keyOf(group, kind)} ${requests} ${findings}`;
    })
    .sort();

describe.each(testEngines())('facts of guardrails on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: LedgerDatabase;
    let stop: () => Promise<void>;
    const clock = { ...PARTS.clock, now: () => NOON_MS + DAY_MS };

    beforeAll(async () => {
      ({ database, stop } = await startLedger(engine));
    });
    afterAll(() => stop());

    const clear = () =>
      database.asOwner((owner) =>
        sql`truncate ledger.usage, ledger.guardrail_hour, ledger.guardrail_day,
          ledger.guardrail_block`.execute(owner),
      );

    it('are what records say, each once, in whichever order and however often they come', async () => {
      const writers = [0, 1].map(() => new LedgerWriter({ database, clock }));
      const reader = new GuardrailReader(database);
      await fc.assert(
        fc.asyncProperty(story, fc.nat(2 * 1_440), async ({ records, deliveries }, minutes) => {
          // What a failed run left would fail all that follow.
          await clear();
          const all = [...deliveries, records, records.toReversed()];
          await Promise.all(
            all.map((usage, index) => writers[index % 2]!.ingest(batchOf({ usage }))),
          );
          const whole = { guardrail: 'no-cards', from: FROM, to: TO };
          for (const by of ['hour', 'day', 'team', undefined] as const) {
            for (const organization of [undefined, 'acme', '']) {
              const query = { ...whole, by, organization };
              expect(shown(await reader.facts(query), by)).toEqual(saidBy(records, query));
            }
            const own = { ...whole, by, organization: 'acme', sinceMs: FROM + minutes * 60_000 };
            expect(shown(await reader.facts(own), by)).toEqual(saidBy(records, own));
            for (const teams of [['ml', 'gone'], []]) {
              const ofTeams = { ...own, teams };
              expect(shown(await reader.facts(ofTeams), by)).toEqual(saidBy(records, ofTeams));
            }
          }
        }),
        {
          numRuns: Number(
            process.env['AICP_LEDGER_STORIES'] ?? (engine.name === 'PGlite' ? 5 : 15),
          ),
        },
      );
      await clear();
    });

    it('are one of a day of which a part of an hour is asked for', async () => {
      const guardrails = [{ guardrail: 'no-cards', is_monitor: false, findings: [] }].map(
        (one) => ({ ...one, stage: 'input' as const, verdict: 'blocked' as const }),
      );
      const records = [10, 60].map((minutes) =>
        usageOf({
          at: new Date(FROM + minutes * 60_000).toISOString(),
          organization: 'acme',
          guardrails,
        }),
      );
      await new LedgerWriter({ database, clock }).ingest(batchOf({ usage: records }));
      const query = { guardrail: 'no-cards', from: FROM, to: TO, by: 'day' as const };
      const since = { ...query, organization: 'acme', sinceMs: FROM + 60_000 };
      const facts = await new GuardrailReader(database).facts(since);
      expect(shown(facts, 'day')).toEqual(saidBy(records, since));
      await clear();
    });

    it('begin with the hour of the first, or with the day where hours are not kept any more', async () => {
      const reader = new GuardrailReader(database);
      const writer = new LedgerWriter({ database, clock });
      const reach = { guardrail: 'no-cards', organization: 'acme' };
      expect(await reader.factsFrom(reach)).toBeUndefined();
      const early = FROM + 90 * 60_000;
      const usage = [early, NOON_MS].map((ms) =>
        usageOf({ at: new Date(ms).toISOString(), guardrails: [verdictOf()] }),
      );
      await writer.ingest(batchOf({ usage }));
      expect(await reader.factsFrom(reach)).toBe(FROM + HOUR_MS);
      expect(await reader.factsFrom({ ...reach, organization: 'rival' })).toBeUndefined();
      expect(await reader.factsFrom({ ...reach, teams: ['another'] })).toBeUndefined();
      expect(await reader.factsFrom({ ...reach, sinceMs: Infinity })).toBeUndefined();
      const requests = async (by?: FactQuery['by']) =>
        (await reader.facts({ guardrail: 'no-cards', from: early, to: TO, by }))
          .filter(({ stage }) => stage === '')
          .map(({ startsMs, requests: count }) => [startsMs, count]);
      expect(await requests('hour')).toHaveLength(2);
      await dropDays(database, 'usage', FROM + DAY_MS);
      await dropFineSums(database, NOON_MS);
      expect(await reader.factsFrom(reach)).toBe(FROM);
      const hour = Math.floor(NOON_MS / HOUR_MS) * HOUR_MS;
      expect((await requests('hour')).sort()).toEqual([
        [FROM, 1],
        [hour, 1],
      ]);
      expect(await requests()).toEqual([[undefined, 2]]);
      // A record that comes after its day was dropped counts once too.
      const late = usageOf({ at: new Date(early).toISOString(), guardrails: [verdictOf()] });
      await writer.ingest(batchOf({ usage: [late] }));
      await writer.ingest(batchOf({ usage: [late] }));
      expect(await requests()).toEqual([[undefined, 3]]);
    });

    it('hold whatever a judge calls what it found', async () => {
      const long = 'ä'.repeat(5_000);
      const findings = [{ label: `${long}\u0000`, action: 'block' as const, count: 2 ** 50 }];
      const guardrails = [verdictOf({ guardrail: 'judged', verdict: 'blocked', findings })];
      const writer = new LedgerWriter({ database, clock });
      const usage = [usageOf({ team: long, organization: long, guardrails })];
      expect(await writer.ingest(batchOf({ usage }))).toMatchObject({ accepted: 1 });
      const facts = await new GuardrailReader(database).facts({
        ...{ guardrail: 'judged', from: FROM, to: TO },
      });
      expect(facts.filter(({ stage, label }) => stage === '' && label !== '')).toMatchObject([
        { label: 'ä'.repeat(100), action: 'block', requests: 1, findings: 1_000_000_000 },
      ]);
    });
  });
});
