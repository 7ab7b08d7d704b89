import { testEngines } from '@aicp/common/database/testing/engines';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import type { FeedbackRecord } from '@aicp/contracts/usage/feedback-record';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerDatabase } from '../database/tables.ts';
import { LedgerWriter } from '../ingest/ledger-writer.ts';
import { startLedger } from '../testing/ledger-home.ts';
import { batchOf, NOON_MS, usageOf } from '../testing/records.ts';
import { keepFeedback } from './keep-feedback.ts';

const DAY_MS = 86_400_000;

/** A request of a test whose id the gateway gave. */
function requestOf(changes: Partial<UsageRecord> = {}): UsageRecord {
  const id = uuidV7(NOON_MS);
  return usageOf({ id, request_id: id, ab_test: 't', variant: 'variant', ...changes });
}

const feedbackOn = (
  { request_id }: Pick<UsageRecord, 'request_id'>,
  changes: Partial<FeedbackRecord> = {},
): FeedbackRecord => ({
  request_id,
  organization: 'acme',
  key: 'k1',
  at: new Date(NOON_MS + 1000).toISOString(),
  score: 0.5,
  ...changes,
});

describe.each(testEngines())('feedback on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let database: LedgerDatabase;
    let stop: () => Promise<void>;
    let writer: LedgerWriter;

    beforeAll(async () => {
      ({ database, stop } = await startLedger(engine));
      writer = new LedgerWriter({ database, clock: new ManualClock(NOON_MS + 60_000) });
    });
    afterAll(() => stop());

    const bring = (usage: UsageRecord[], feedback: FeedbackRecord[] = []) =>
      writer.ingest(batchOf({ usage, feedback }));

    /** What counts of a request: scores, with the arm of each. */
    const known = async ({ request_id }: Pick<UsageRecord, 'request_id'>) => {
      const rows = await database.kysely
        .selectFrom('feedback')
        .select(['score', 'ab_test', 'variant', 'usage_id'])
        .where('request_id', '=', request_id)
        .where('is_known', '=', true)
        .execute();
      return rows.map(({ score, ab_test, variant, usage_id }) => [
        score,
        ab_test,
        variant,
        usage_id,
      ]);
    };
    const everything = async ({ request_id }: Pick<UsageRecord, 'request_id'>) =>
      await database.kysely
        .selectFrom('feedback')
        .select('score')
        .where('request_id', '=', request_id)
        .execute();

    it('is joined to its request, with the arm', async () => {
      const request = requestOf();
      await bring([request]);
      await bring([], [feedbackOn(request)]);
      expect(await known(request)).toEqual([[0.5, 't', 'variant', request.id]]);
    });

    it('of several for one request is the last, in whatever order they come, and however often', async () => {
      const request = requestOf();
      const at = (ms: number, score: number) =>
        feedbackOn(request, { at: new Date(NOON_MS + ms).toISOString(), score });
      await bring([request], [at(2000, -1), at(3000, 0.25)]);
      await bring([], [at(1000, 1), at(3000, 0.25)]);
      expect(await known(request)).toEqual([[0.25, 't', 'variant', request.id]]);
    });

    it('on the request of another key, or of another organization’s, never counts, and goes after a day', async () => {
      const [one, other] = [requestOf(), requestOf()];
      await bring(
        [one, other],
        [feedbackOn(one, { key: 'k2' }), feedbackOn(other, { organization: 'rival' })],
      );
      await keepFeedback(database, NOON_MS + DAY_MS);
      expect([await known(one), await known(other)]).toEqual([[], []]);
      expect([await everything(one), await everything(other)]).toMatchObject([[{}], [{}]]);
      await keepFeedback(database, NOON_MS + DAY_MS + 2000);
      expect([await everything(one), await everything(other)]).toEqual([[], []]);
    });

    it('that comes before its request waits for it, for a day', async () => {
      const [early, chosen] = [requestOf(), requestOf({ request_id: 'early-chosen' })];
      await bring([], [feedbackOn(early), feedbackOn(chosen)]);
      expect([await known(early), await known(chosen)]).toEqual([[], []]);
      await bring([early, chosen]);
      await keepFeedback(database, NOON_MS + 3600_000);
      expect([await known(early), await known(chosen)]).toEqual([
        [[0.5, 't', 'variant', early.id]],
        [[0.5, 't', 'variant', chosen.id]],
      ]);
    });

    it('on an id that a client gave to several requests is on the last before it', async () => {
      const at = (ms: number) => new Date(NOON_MS + ms).toISOString();
      const [first, second, later] = [0, 500, 600_000].map((ms) =>
        requestOf({ request_id: 'again', id: uuidV7(NOON_MS + ms), at: at(ms) }),
      ) as [UsageRecord, UsageRecord, UsageRecord];
      const stranger = requestOf({ request_id: 'again', key: 'k2' });
      await bring([first, stranger]);
      await bring([], [feedbackOn(first, { at: at(100), score: 1 })]);
      expect(await known(first)).toEqual([[1, 't', 'variant', first.id]]);
      await bring([second, later]);
      await bring([], [feedbackOn(first, { score: -1 })]);
      expect(await known(first)).toEqual([[-1, 't', 'variant', second.id]]);
    });

    it('on a key of no organization, and on a request of no test, is known all the same', async () => {
      const request = requestOf({ organization: null, ab_test: null, variant: null });
      await bring([request], [feedbackOn(request, { organization: null })]);
      expect(await known(request)).toEqual([[0.5, '', '', request.id]]);
    });
  });
});
