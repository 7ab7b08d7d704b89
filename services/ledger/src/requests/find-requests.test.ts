import { testEngines } from '@aicp/common/database/testing/engines';
import type { PromptUsed } from '@aicp/contracts/usage/usage-record';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LedgerWriter } from '../ingest/ledger-writer.ts';
import { startLedger } from '../testing/ledger-home.ts';
import { attemptOf, batchOf, decisionOf, NOON_MS, usageOf, verdictOf } from '../testing/records.ts';
import { RequestReader } from './request-reader.ts';
import type { FoundRequest, RequestFilter } from './request-query.ts';

const HOUR_MS = 3_600_000;
const EVER = { reach: {}, from: 0, to: NOON_MS + HOUR_MS };

/** A request `minus` milliseconds before noon. */
const placeOf = (minus: number) => ({
  id: uuidV7(NOON_MS - minus),
  at: new Date(NOON_MS - minus).toISOString(),
});
const places = {
  old: placeOf(50 * HOUR_MS),
  served: placeOf(9000),
  tagged: placeOf(8000),
  denied: placeOf(7000),
  failed: placeOf(6000),
  foreign: placeOf(5000),
  killed: placeOf(4000),
};
const nameOf = ({ id }: FoundRequest) =>
  Object.entries(places).find(([, place]) => place.id === id)?.[0];

const asked = (name: keyof typeof places, attributes: Record<string, string> = {}) => ({
  ...places[name],
  request_id: name === 'tagged' ? 'my-own_id%of-tagged' : places[name].id,
  attributes: { organization: 'acme', key: 'k1', team: 'ml', ...attributes },
});

const decisions = [
  decisionOf(asked('old')),
  decisionOf(asked('served', { user: 'ada' })),
  decisionOf({ ...asked('tagged'), asked_model: 'best', model: 'gpt-4o' }),
  decisionOf({
    ...asked('denied', { key: 'k2', team: 'web' }),
    ...{ result: 'deny', status: 403, code: 'no', model: null, provider: null },
    steps: [{ stage: 'policies', outcome: 'deny', policy: 'strict' }],
  }),
  decisionOf({ ...asked('failed'), result: 'fail', status: 502, provider: 'other' }),
  decisionOf({ ...asked('foreign'), attributes: { organization: 'globex', key: 'k1' } }),
];
const cards = { label: 'CREDIT_CARD', action: 'redact', count: 2 } as const;
const guardrails = [
  verdictOf({ guardrail: 'no-cards', verdict: 'redacted', findings: [cards] }),
  verdictOf({ guardrail: 'no-words' }),
];
/** A request that named a prompt. */
const toned = (version: number, more: Partial<PromptUsed> = {}) => ({
  prompt: { id: 'tone', version, ...more },
});
const usage = [
  usageOf({ ...places.old, request_id: places.old.id }),
  usageOf({
    ...places.served,
    request_id: places.served.id,
    user: 'ada',
    policy: 'lead',
    ...toned(3),
  }),
  usageOf({
    ...places.tagged,
    ...{ request_id: 'my-own_id%of-tagged', model_asked: 'best', tags: { env: 'prod' } },
    ...{ ab_test: 'trial', variant: 'b', attempts: 2, cost_nano_usd: 2_000, source: 'estimate' },
    guardrails,
  }),
  usageOf({
    ...{ ...places.failed, request_id: places.failed.id, completion: 'provider_failed' },
    ...{ status: 502, provider: 'other', ...toned(4, { draft: true }) },
  }),
  usageOf({ ...places.foreign, request_id: places.foreign.id, organization: 'globex', team: null }),
  usageOf({
    ...{ ...places.killed, request_id: places.killed.id, completion: 'unknown', status: null },
    ...{ latency_ms: null, cost_nano_usd: null },
  }),
];
const attempts = [
  attemptOf({ usage_id: places.tagged.id, at: places.tagged.at, number: 2 }),
  attemptOf({
    ...{ usage_id: places.tagged.id, at: places.tagged.at, number: 1, provider: 'first' },
    ...{ outcome: 'failed', reason: 'timeout', first_token_ms: null },
  }),
];

describe.each(testEngines())('requests in the ledger on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let stop: () => Promise<void>;
    let reader: RequestReader;

    beforeAll(async () => {
      const ledger = await startLedger(engine);
      stop = ledger.stop;
      reader = new RequestReader(ledger.database);
      const writer = new LedgerWriter({
        database: ledger.database,
        clock: new ManualClock(NOON_MS),
      });
      await writer.ingest(batchOf({ usage, attempts, decisions }));
    });
    afterAll(() => stop());

    const found = async (filter: Partial<RequestFilter>) =>
      (await reader.requests({ ...EVER, ...filter }, { limit: 100 })).map(nameOf);

    it('are joined from both sides, the newest first, also with one of them alone', async () => {
      const all = await reader.requests(EVER, { limit: 100 });
      expect(all.map(nameOf)).toEqual([
        ...['killed', 'foreign', 'failed', 'denied', 'tagged', 'served', 'old'],
      ]);
      const [killed, , failed, denied, tagged] = all;
      expect(killed).toMatchObject({ decision: undefined, usage: { completion: 'unknown' } });
      expect(killed?.usage?.costNano).toBeUndefined();
      expect(denied).toMatchObject({ usage: undefined, decision: { code: 'no' } });
      expect(tagged).toMatchObject({
        requestId: 'my-own_id%of-tagged',
        decision: { asked_model: 'best' },
        usage: { tags: { env: 'prod' }, variant: 'b', costNano: 2_000n, tokens: { input: 10 } },
      });
      expect(tagged?.usage?.guardrails).toEqual(guardrails);
      expect(killed?.usage?.guardrails).toEqual([]);
      expect([all[5], failed, tagged].map((one) => one?.usage?.prompt)).toEqual([
        { id: 'tone', version: 3 },
        { id: 'tone', version: 4, draft: true },
        undefined,
      ]);
      expect([tagged, all[5]].map((one) => one?.usage?.source)).toEqual(['estimate', 'provider']);
      expect(await reader.attemptsOf(tagged!)).toEqual([
        expect.objectContaining({ number: 1, outcome: 'failed', reason: 'timeout' }),
        expect.objectContaining({ number: 2, outcome: 'answered', firstTokenMs: 3 }),
      ]);
    });

    it.each<[string, Partial<RequestFilter>, readonly string[]]>([
      ['a stretch', { from: NOON_MS - 7000, to: NOON_MS - 4000 }, ['foreign', 'failed', 'denied']],
      ['an organization', { organization: 'globex' }, ['foreign']],
      ['a key', { key: 'k2' }, ['denied']],
      ['a team', { team: 'web' }, ['denied']],
      ['a user', { user: 'ada' }, ['served']],
      ['a model asked for', { model: 'best' }, ['tagged']],
      ['a provider', { provider: 'other' }, ['failed']],
      ['a status', { status: [403, 403] }, ['denied']],
      ['a class of statuses', { status: [500, 599] }, ['failed']],
      ['a denial', { result: 'deny' }, ['denied']],
      ['failures', { result: 'fail' }, ['killed', 'failed']],
      ['a policy that decided', { policy: 'lead' }, ['served']],
      ['a policy that refused', { policy: 'strict' }, ['denied']],
      ['an A/B test', { abTest: 'trial' }, ['tagged']],
      ['a tag', { tag: { name: 'env', value: 'prod' } }, ['tagged']],
      ['a tag and a key', { tag: { name: 'env', value: 'prod' }, key: 'k2' }, []],
      ['a guardrail', { verdict: { guardrail: 'no-words' } }, ['tagged']],
      ['a verdict', { verdict: { verdict: 'redacted' } }, ['tagged']],
      ['both', { verdict: { guardrail: 'no-cards', verdict: 'redacted' } }, ['tagged']],
      ['what another one said', { verdict: { guardrail: 'no-words', verdict: 'redacted' } }, []],
      ['a verdict that there is not', { verdict: { verdict: 'error' } }, []],
      ['a prompt', { prompt: { id: 'tone' } }, ['failed', 'served']],
      ['a version of a prompt', { prompt: { id: 'tone', version: 3 } }, ['served']],
      ['a version that was not sent', { prompt: { id: 'tone', version: 5 } }, []],
      ['another prompt', { prompt: { id: '' } }, []],
      ['an id', { id: places.served.id }, ['served']],
      ['an id without decision', { id: places.killed.id }, ['killed']],
      ['the beginning of an id', { id: 'my-own_id%' }, ['tagged']],
      ['what only looks like it', { id: 'my-own-id%' }, []],
      ['an id and another team', { id: places.served.id, team: 'web' }, []],
      ['teams one may see', { reach: { organization: 'acme', team: ['web', 'x'] } }, ['denied']],
      ['no team at all', { reach: { organization: 'acme', team: [] } }, []],
      ['a later beginning', { reach: { sinceMs: NOON_MS - 5000 } }, ['killed', 'foreign']],
      ['what one may not see', { reach: { organization: 'acme' }, organization: 'globex' }, []],
    ])('are found by %s', async (_, filter, expected) => {
      expect(await found(filter)).toEqual(expected);
    });

    it('come page by page, each once', async () => {
      const seen: (string | undefined)[] = [];
      let last: FoundRequest | undefined;
      do {
        [last] = await reader.requests(EVER, { limit: 1, before: last });
        if (last) seen.push(nameOf(last));
      } while (last);
      expect(seen).toEqual(await found({}));
    });
  });
});
