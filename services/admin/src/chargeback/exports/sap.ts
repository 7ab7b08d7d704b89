import { CalendarDays } from '@aicp/contracts/limits/calendar-days';
import type { FullReport } from '../reports/chargeback-reports.ts';
import type { LineItem, ReportContent } from '../reports/report-content.ts';
import { csvLines, type Cell } from '@aicp/api-kit/csv/csv-lines';

type Rule = ReportContent['rules'][number];

/** What the fields of a journal entry hold at most. */
const FIELD = { reference: 16, header: 25, text: 50 } as const;

/** Names by which a rule's metadata says where SAP books. */
const METADATA = {
  companyCode: 'sap_company_code',
  account: 'sap_gl_account',
  clearing: 'sap_clearing_account',
} as const;

/** Which field of a journal entry the target of a rule stands in. */
const TARGET_FIELDS = ['cost_center', 'project', 'department'] as const;

const COLUMNS = [
  ...['BUKRS', 'BLART', 'BLDAT', 'BUDAT', 'WAERS', 'XBLNR', 'BKTXT'],
  ...['HKONT', 'SHKZG', 'WRBTR', 'KOSTL', 'PS_POSID', 'ZUONR', 'SGTXT'],
];

interface Posting {
  readonly rule: Rule;
  readonly cents: bigint;
}

/**
 * A flat file for the upload of journal entries: for each company code an entry that balances, a debit for each target and account, and on each clearing account a credit of what is debited against
 * it. What no rule allocates is not booked.
 */
export function toSap({ row, content }: FullReport): string {
  const days = new CalendarDays(content.time_zone);
  const date = new Date(days.dateAt(row.period_end.getTime() - 1)).toISOString().slice(0, 10);
  const posted = date.replaceAll('-', '');
  const head: Cell[] = [
    ...['SA', posted, posted, content.currency],
    ...[row.id.replaceAll('-', '').slice(-FIELD.reference), row.name.slice(0, FIELD.header)],
  ];
  const byCompany = Map.groupBy(postingsOf(content), ({ rule }) => valueOf(rule, 'companyCode'));
  const entries = [...byCompany].flatMap(([company, postings]) => {
    const line = (cells: Cell[]): Cell[] => [company, ...head, ...cells];
    const credits = creditsOf(postings).map(([account, cents]) =>
      line([account, ...signed(-cents), '', '', '', row.name.slice(0, FIELD.text)]),
    );
    return [...postings.map((posting) => line(debitOf(posting, content))), ...credits];
  });
  return csvLines(
    [COLUMNS, ...entries].map((cells) => cells.map(inOneLine)),
    ';',
  );
}

/** What is booked against each clearing account. Where debits and credits come to nothing, there is no line. */
function creditsOf(postings: readonly Posting[]): [account: string, cents: bigint][] {
  const sums = new Map<string, bigint>();
  for (const { rule, cents } of postings) {
    const account = valueOf(rule, 'clearing');
    sums.set(account, (sums.get(account) ?? 0n) + cents);
  }
  return [...sums].filter(([, cents]) => cents !== 0n);
}

/** One for each organization whose rules book, target, account and clearing account, without those of nothing: what one organization writes into its rules joins nobody else's. */
function postingsOf({ line_items: items, rules }: ReportContent): Posting[] {
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  const sums = new Map<string, Posting>();
  for (const item of items) {
    const rule = known.get(item.rule ?? '');
    if (!rule) continue;
    const key = JSON.stringify([
      ...[rule.organization, valueOf(rule, 'companyCode')],
      ...[rule.type, rule.target, valueOf(rule, 'account'), valueOf(rule, 'clearing')],
    ]);
    sums.set(key, sumOf(sums.get(key), rule, item));
  }
  return [...sums.values()].filter(({ cents }) => cents !== 0n);
}

const sumOf = (known: Posting | undefined, rule: Rule, { cents }: LineItem): Posting => ({
  rule: known?.rule ?? rule,
  cents: (known?.cents ?? 0n) + BigInt(cents),
});

const debitOf = ({ rule, cents }: Posting, { organization }: ReportContent): Cell[] => [
  valueOf(rule, 'account'),
  ...signed(cents),
  ...TARGET_FIELDS.map((type) => (rule.type === type ? rule.target : '')),
  // Of what others than the report's owner set, it says who did.
  ((rule.organization ?? null) === organization
    ? rule.name
    : `${rule.organization ?? 'platform'}: ${rule.name}`
  ).slice(0, FIELD.text),
];

/** Debit or credit, and the amount without a sign. */
function signed(cents: bigint): [string, string] {
  const size = cents < 0n ? -cents : cents;
  const amount = `${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
  return [cents < 0n ? 'H' : 'S', amount];
}

const valueOf = (rule: Rule | undefined, name: keyof typeof METADATA): string =>
  rule?.metadata[METADATA[name]] ?? '';

/** Uploads of flat files take each line for a posting, in quotes or not. Rules of earlier versions may have line breaks. */
const inOneLine = (cell: Cell): Cell =>
  typeof cell === 'string' ? cell.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ') : cell;
