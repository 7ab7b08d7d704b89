import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate } from '../allocation/allocate.ts';
import type { AllocationRule } from '../allocation/shares.ts';
import type { SpendCell } from '../allocation/spend-cell.ts';
import type { FullReport } from '../reports/chargeback-reports.ts';
import { toContent, totalsOf } from '../reports/report-content.ts';
import { nanoOf } from '../testing/csv-records.ts';
import { focusFaults, type FocusRow } from '../testing/focus-rules.ts';
import type { AccountNames } from '../reports/account-names.ts';
import { csvLines } from '@aicp/api-kit/csv/csv-lines';
import { FORMATS } from './export-formats.ts';
import { focusRows, FOCUS_VERSIONS, type FocusVersion } from './focus.ts';

const cell = (own: Partial<SpendCell>): SpendCell => ({
  organization: 'acme',
  businessUnit: undefined,
  team: 'ml',
  model: 'fast',
  provider: 'sim',
  requests: 3n,
  unpriced: 0n,
  tokens: 1000n,
  cost: 10_000_000_000n,
  ...own,
});

const rule = (id: string, percent: string, own: Partial<AllocationRule> = {}): AllocationRule => ({
  id,
  name: `Rule ${id}`,
  uid: `uid-${id}`,
  generation: 1,
  organization: 'acme',
  team: undefined,
  type: 'cost_center',
  target: 'CC-1',
  percent,
  metadata: {},
  ...own,
});

const START = Date.UTC(2026, 0, 31, 23);
const END = Date.UTC(2026, 1, 28, 23);

function reportOf(
  cells: readonly SpendCell[],
  rules: readonly AllocationRule[],
  restates: string[] = [],
): FullReport {
  const content = toContent(
    {
      organization: 'acme',
      period: { startsMs: START, endsMs: END },
      timeZone: 'Europe/Berlin',
      rules,
      priceVersions: ['p1'],
      restates,
      names,
    },
    allocate(cells, rules),
  );
  const totals = totalsOf(content);
  return {
    content,
    row: {
      id: '019c0000-0000-7000-8000-000000000001',
      created_at: new Date(END),
      created_by: 'ada',
      name: 'Chargeback 2026-02',
      organization_id: 'acme',
      organization_uid: 'uid-acme',
      period_start: new Date(START),
      period_end: new Date(END),
      time_zone: 'Europe/Berlin',
      status: 'finalized',
      restates: restates[0] ?? null,
      total_cents: String(totals.totalCents),
      allocated_cents: String(totals.allocatedCents),
      total_nano: String(totals.totalNano),
      line_items: content.line_items.length,
      digest: 'digest',
      finalized_by: 'ada',
      finalized_at: new Date(END),
      exported_at: null,
    },
  };
}

/** As accounts are called: `Team ml of acme`. */
const names: AccountNames = {
  organization: (id) => `Org ${id}`,
  businessUnit: (id, owner) => `Unit ${id} of ${String(owner)}`,
  team: (id, owner) => `Team ${id} of ${String(owner)}`,
};
const terms = (version: FocusVersion) => ({ version, names });

const lines = (text: string): string[] => text.trimEnd().split('\r\n');

/** As a reader of the file has it: numbers are text. */
const asRead = (rows: ReturnType<typeof focusRows>): FocusRow[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]),
    ),
  );

describe('the csv export', () => {
  it('has a row for each line item, with amounts that add up', () => {
    const report = reportOf([cell({ cost: 10_000_000n })], [rule('third', '33.333333333')]);
    const [head, ...rows] = lines(FORMATS.csv.write(report, terms('1.3')));
    expect(head?.startsWith('report_id,period_start,period_end,currency,organization_id')).toBe(
      true,
    );
    expect(rows.map((row) => row.split(',').slice(-3, -1))).toEqual([
      ['0.00', '0.003333333'],
      ['0.01', '0.006666667'],
    ]);
  });

  it('lets no text begin a formula, and leaves negative amounts alone', () => {
    const evil = ['=1+1', '+cmd', '@sum', '-2+3', '\tx', '＝1'];
    expect(lines(csvLines([[...evil, '-1.50', -2]]))[0]).toBe(
      "'=1+1,'+cmd,'@sum,'-2+3,'\tx,'＝1,-1.50,-2",
    );
    const report = reportOf(
      [cell({ model: '=HYPERLINK("http://x")' })],
      [rule('r', '100', { target: '+A1', name: '@A1' })],
    );
    for (const format of ['csv', 'sap', 'focus'] as const) {
      expect(FORMATS[format].write(report, terms('1.3'))).not.toMatch(/(^|[,;])"?[=+@]/m);
    }
  });
});

describe('the sap export', () => {
  it('is a journal entry for each company code that balances', () => {
    const sap = (company: string) => ({
      sap_company_code: company,
      sap_gl_account: '640000',
      sap_clearing_account: '199000',
    });
    const report = reportOf(
      [cell({}), cell({ team: 'web' })],
      [
        rule('a', '50', { metadata: sap('1000') }),
        rule('b', '25', { type: 'project', target: 'P-7', metadata: sap('1000') }),
        rule('c', '25', { type: 'department', target: 'Sales', metadata: sap('2000') }),
      ],
    );
    const [head, ...rows] = lines(FORMATS.sap.write(report, terms('1.3'))).map((line) =>
      line.split(';'),
    );
    const at = (name: string) => head!.indexOf(name);
    const shown = ['BUKRS', 'BUDAT', 'HKONT', 'SHKZG', 'WRBTR', 'KOSTL', 'PS_POSID', 'ZUONR'];
    expect(rows.map((row) => shown.map((name) => row[at(name)]))).toEqual([
      ['1000', '20260228', '640000', 'S', '10.00', 'CC-1', '', ''],
      ['1000', '20260228', '640000', 'S', '5.00', '', 'P-7', ''],
      ['1000', '20260228', '199000', 'H', '15.00', '', '', ''],
      ['2000', '20260228', '640000', 'S', '5.00', '', '', 'Sales'],
      ['2000', '20260228', '199000', 'H', '5.00', '', '', ''],
    ]);
  });

  it('credits each clearing account of a company with what is debited against it', () => {
    const sap = (clearing: string, company = '1000') => ({
      sap_company_code: company,
      sap_gl_account: '640000',
      sap_clearing_account: clearing,
    });
    const report = reportOf(
      [cell({}), cell({ team: 'web' })],
      [
        rule('a', '50', { metadata: sap('199000') }),
        rule('b', '20', { target: 'CC-2', metadata: sap('199100') }),
        // The same target and account as the first, against another clearing account.
        rule('c', '15', { metadata: sap('199100') }),
        rule('d', '15', { metadata: sap('199100', '2000') }),
      ],
    );
    const [, ...rows] = lines(FORMATS.sap.write(report, terms('1.3'))).map((line) =>
      line.split(';'),
    );
    expect(rows.map((row) => [row[0], ...row.slice(7, 11)])).toEqual([
      ['1000', '640000', 'S', '10.00', 'CC-1'],
      ['1000', '640000', 'S', '4.00', 'CC-2'],
      ['1000', '640000', 'S', '3.00', 'CC-1'],
      ['1000', '199000', 'H', '10.00', ''],
      ['1000', '199100', 'H', '7.00', ''],
      ['2000', '640000', 'S', '3.00', 'CC-1'],
      ['2000', '199100', 'H', '3.00', ''],
    ]);
  });

  it('books what the rules of one organization say apart from those of others, and names it', () => {
    const metadata = { sap_company_code: 'ACME', sap_gl_account: '600000' };
    const report = reportOf(
      [cell({}), cell({ organization: 'rival', cost: 90_000_000_000n })],
      [
        rule('a', '100', { metadata }),
        rule('b', '100', { organization: 'rival', name: 'Rule a', metadata }),
      ],
    );
    const { content } = report;
    const ofPlatform = { ...report, content: { ...content, organization: null } };
    const [, ...rows] = lines(FORMATS.sap.write(ofPlatform, terms('1.3'))).map((line) =>
      line.split(';'),
    );
    expect(rows.map((row) => [row[9], row[13]])).toEqual([
      ['10.00', 'acme: Rule a'],
      ['90.00', 'rival: Rule a'],
      ['100.00', expect.any(String)],
    ]);
  });

  it('has one line for each posting, whatever rules are called', () => {
    const metadata = { sap_company_code: '10\r\n00', sap_gl_account: '64\u20280000' };
    const report = reportOf([cell({})], [rule('a', '100', { name: 'One\nTwo\tx', metadata })]);
    const file = FORMATS.sap.write(report, terms('1.3'));
    expect(file).toContain('10 00;');
    expect(file).toContain('One Two x');
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\u2028]/u);
    expect(file.trimEnd().split('\r\n')).toHaveLength(3);
  });
});

describe('the FOCUS export', () => {
  const name = (...names: string[]) => fc.constantFrom(undefined, ...names);
  const someCells = fc.array(
    fc.record({
      organization: name('acme', 'globex'),
      businessUnit: name('bu'),
      team: name('ml', 'web'),
      model: name('fast'),
      provider: name('sim'),
      requests: fc.bigInt({ min: 0n, max: 1000n }),
      unpriced: fc.constant(0n),
      tokens: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      cost: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    }),
    { maxLength: 10 },
  );
  const rules = [
    rule('team', '33.3', { team: 'ml', metadata: { ledger: 'EU' } }),
    rule('all', '50', { type: 'department', target: 'Sales' }),
  ];

  it.each(FOCUS_VERSIONS)('of version %s keeps the published rules of its columns', (version) => {
    fc.assert(
      fc.property(someCells, fc.boolean(), (cells, isDelta) => {
        const { content } = reportOf(cells, rules, isDelta ? ['first'] : []);
        const rows = asRead(focusRows(content, terms(version)));
        expect(focusFaults(rows, version)).toEqual([]);
        const billed = rows.reduce((sum, row) => sum + nanoOf(row['BilledCost'] ?? ''), 0n);
        expect(billed).toBe(cells.reduce((sum, { cost }) => sum + cost, 0n));
      }),
      { numRuns: 50 },
    );
  });

  it('has edges in UTC, corrections named so, and shares that make a whole', () => {
    const { content } = reportOf([cell({})], rules, ['first']);
    const rows = focusRows(content, terms('1.3'));
    expect(rows[0]).toMatchObject({
      BillingPeriodStart: '2026-01-31T23:00:00Z',
      BillingPeriodEnd: '2026-02-28T23:00:00Z',
      ChargeClass: 'Correction',
      SkuId: 'sim/fast',
      AllocatedResourceId: 'team',
      AllocatedTags: '{"ledger":"EU","aicp/cost_center":"CC-1","aicp/rule":"team"}',
    });
    const ratios = rows.map(({ AllocatedMethodDetails: details }) => {
      const read = JSON.parse(String(details)) as { Elements: { AllocatedRatio: number }[] };
      return read.Elements[0]!.AllocatedRatio;
    });
    expect(ratios).toEqual([0.333, 0.3335, 0.3335]);
  });

  it('calls accounts by their names beside their ids', () => {
    const cells = [cell({}), cell({ team: 'web', businessUnit: 'bu' })];
    const nobodys = cell({ organization: undefined, team: undefined });
    const { content } = reportOf([...cells, nobodys], []);
    const accounts = focusRows(content, terms('1.3')).map((row) => [
      ...[row['BillingAccountId'], row['BillingAccountName']],
      ...[row['SubAccountId'], row['SubAccountName'], row['SubAccountType']],
    ]);
    expect(accounts).toEqual([
      ['platform', 'platform', null, null, null],
      ['acme', 'Org acme', 'ml', 'Team ml of acme', 'Team'],
      ['acme', 'Org acme', 'bu', 'Unit bu of acme', 'Business unit'],
    ]);
  });

  it('writes the same columns where there is nothing', () => {
    const empty = FORMATS.focus.write(reportOf([], []), terms('1.2'));
    expect(empty.split('\r\n')[0]?.split(',')).toEqual(
      Object.keys(focusRows(reportOf([cell({})], []).content, terms('1.2'))[0]!),
    );
    expect(empty).not.toContain('Allocated');
  });
});
