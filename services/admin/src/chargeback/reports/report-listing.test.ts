import { testEngines } from '@aicp/common/database/testing/engines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextOf } from '../../resources/testing/resource-fixture.ts';
import { ChargebackFixture } from '../testing/chargeback-fixture.ts';
import type { ReportRow } from './chargeback-tables.ts';
import { listReports, MOST_LINE_ITEMS } from './report-listing.ts';
import { ReportOrder } from './report-order.ts';

const NAMES = ['beta', 'Alpha', '=gamma', 'alpha 2'];

describe.each(testEngines())('lists of chargeback reports on $name', (engine) => {
  describe.skipIf(engine.skipped)(engine.skipped ?? 'is at hand', () => {
    let fixture: ChargebackFixture;
    const ids: string[] = [];

    beforeAll(async () => {
      fixture = await ChargebackFixture.start(engine);
      await fixture.reset();
      for (const name of NAMES) {
        await fixture.clock.advance(1_000);
        const { row } = await fixture.generate(fixture.acme, { period: '2026-02', name });
        ids.push(row.id);
      }
      await fixture.clock.advance(1_000);
      await fixture.reports.finalize(contextOf(fixture.acme), ids[1]!);
    }, 60_000);
    afterAll(() => fixture.stop());

    const names = async (...given: Parameters<ChargebackFixture['list']>) =>
      (await fixture.list(...given)).reports.map(({ name }) => name);
    const sorted = async (sort?: string) => await names(fixture.acme, sort ? { sort } : {});

    it('have reports as each is by itself, and make none anew', async () => {
      const asked = fixture.ledger.queries.length;
      const { reports, total } = await fixture.list();
      expect(total).toBe(NAMES.length);
      for (const report of reports) {
        expect(report.line_items).toHaveLength(report.line_item_count);
        expect(report).toMatchObject({
          uid: report.id,
          updated_at: report.finalized_at ?? report.created_at,
        });
      }
      expect(reports[0]!.line_items[0]).toMatchObject({ team_id: 'ml', rule_id: 'ml', cost: 6 });
      expect(fixture.ledger.queries).toHaveLength(asked);
    });

    it('are in the order that is asked for, the newest first without one', async () => {
      expect(await sorted()).toEqual(NAMES.toReversed());
      expect(await sorted('name')).toEqual(['=gamma', 'Alpha', 'alpha 2', 'beta']);
      expect(await sorted('-name')).toEqual(['beta', 'alpha 2', 'Alpha', '=gamma']);
      expect((await sorted('updated_at')).at(-1)).toBe('Alpha');
      expect((await sorted('-finalized_at'))[0]).toBe('Alpha');
      expect(await sorted('-total_cost')).toEqual(NAMES);
      expect(() => new ReportOrder('line_items')).toThrow(
        'there is no field line_items to sort by',
      );
    });

    it('may be in the order of every plain field that a report has', async () => {
      const [report] = (await fixture.list()).reports;
      const plain = Object.entries(report!).filter(([, value]) => !Array.isArray(value));
      for (const [field] of plain) {
        if (field === 'currency') continue;
        expect(await sorted(field), field).toHaveLength(NAMES.length);
      }
    });

    it('come page by page in any order, each report once', async () => {
      for (const sort of ['name', '-updated_at', '-finalized_at', 'total_cost', undefined]) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const more = { ...(sort === undefined ? {} : { sort }), ...(cursor ? { cursor } : {}) };
          const page = await fixture.list(fixture.acme, { limit: 1, ...more });
          seen.push(...page.reports.map(({ name }) => name));
          cursor = page.next;
        } while (cursor !== undefined);
        expect(seen, sort).toEqual(await sorted(sort));
      }
    });

    it('hold those whose name has a text, and count them', async () => {
      const found = await fixture.list(fixture.acme, { q: 'ALPHA' });
      expect(found.reports.map(({ name }) => name)).toEqual(['alpha 2', 'Alpha']);
      expect(found.total).toBe(2);
      expect(await names(fixture.acme, { q: 'ALPHA', status: 'draft' })).toEqual(['alpha 2']);
      for (const q of ['%', '_', "'", 'nothing'])
        expect(await names(fixture.acme, { q })).toEqual([]);
    });
  });
});

describe('a page of chargeback reports', () => {
  const rows = [9_000, 9_000, 9_000, MOST_LINE_ITEMS + 1, 1].map((items, index) => ({
    ...({ id: String(index), line_items: items } as ReportRow),
    value: '',
  }));
  const pageFrom = async (from: number, limit: number) => {
    const { listed, next } = await listReports(
      {
        page: async (_reach, _filter, page) =>
          await Promise.resolve(rows.slice(from, from + page.limit)),
        count: async () => await Promise.resolve(rows.length),
        contentsOf: async (ids) =>
          await Promise.resolve(new Map(ids.map((id) => [id, {} as never]))),
      },
      { reach: {}, filter: {}, page: { limit, order: new ReportOrder(), after: undefined } },
    );
    return [listed.map(({ row }) => row.id).join(''), next?.id];
  };

  it('is shorter where there is much in them, and has one at least', async () => {
    expect(await pageFrom(0, 100)).toEqual(['01', '1']);
    expect(await pageFrom(2, 100)).toEqual(['2', '2']);
    expect(await pageFrom(3, 100)).toEqual(['3', '3']);
    expect(await pageFrom(4, 100)).toEqual(['4', undefined]);
    expect(await pageFrom(0, 1)).toEqual(['0', '0']);
  });

  it('begins behind a mark of its own order, and of no other', () => {
    const order = new ReportOrder('-total_cost');
    const mark = { value: '12.5', id: '019c0000-0000-7000-8000-000000000001' };
    expect(order.markOf(order.cursorOf(mark))).toEqual(mark);
    const wrong = [
      new ReportOrder('name').cursorOf(mark),
      ...[
        { ...mark, value: 'x' },
        { ...mark, id: '1' },
      ].map((one) => order.cursorOf(one)),
      Buffer.from('{').toString('base64url'),
    ];
    for (const cursor of wrong) expect(() => order.markOf(cursor)).toThrow('cursor must be');
    const nul = new ReportOrder('name');
    expect(() => nul.markOf(nul.cursorOf({ ...mark, value: '\0' }))).toThrow('cursor must be');
  });
});
