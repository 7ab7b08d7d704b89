import { exactUsd } from '@aicp/contracts/budgets/usd-text';
import { Shares, type Share } from '../allocation/shares.ts';
import type { FullReport } from '../reports/chargeback-reports.ts';
import { undividedIn, type LineItem, type ReportContent } from '../reports/report-content.ts';
import type { AccountNames } from '../reports/account-names.ts';
import { csvLines, type Cell } from '@aicp/api-kit/csv/csv-lines';

export const FOCUS_VERSIONS = ['1.2', '1.3'] as const;
export type FocusVersion = (typeof FOCUS_VERSIONS)[number];

/** What a dataset is written by, beside the report. */
export interface FocusTerms {
  readonly version: FocusVersion;
  readonly names: AccountNames;
}

/** How cost is divided, for the column AllocatedMethodId; the page on chargeback says what it stands for. */
export const ALLOCATED_METHOD_ID = 'aicp-cost-allocation-rules-1';

/** Who stands behind what has no provider, such as requests that nobody served. */
const OURSELVES = 'AI control plane';
/** For cost of no organization. */
const PLATFORM = 'platform';

type Row = Readonly<Record<string, Cell>>;

/** A FOCUS dataset of cost and usage as CSV, one row for each line item. */
export function toFocus({ content }: FullReport, terms: FocusTerms): string {
  const rows = focusRows(content, terms);
  const columns = Object.keys(rowOf(NOTHING, { ...terms, content, shares: [] }));
  return csvLines([columns, ...rows.map((row) => columns.map((name) => row[name] ?? null))]);
}

export function focusRows(content: ReportContent, terms: FocusTerms): Row[] {
  const shares = new Shares(content.rules, undividedIn(content));
  return content.line_items.map((item) => {
    const owner = { organization: item.organization ?? undefined, team: item.team ?? undefined };
    return rowOf(item, { ...terms, content, shares: shares.of(owner) });
  });
}

interface RowOptions extends FocusTerms {
  readonly content: ReportContent;
  /** How the cost is divided that the item is a part of. */
  readonly shares: readonly Share[];
}

const rowOf = (item: LineItem, options: RowOptions): Row => ({
  ...billingOf(item, options),
  ...chargeOf(item, options.content),
  ...serviceOf(item),
  ...subAccountOf(item, options.names),
  ...(options.version === '1.3' ? splitOf(item, options) : splitTagsOf(item, options)),
});

function billingOf({ organization }: LineItem, { content, names }: RowOptions): Row {
  return {
    BillingAccountId: organization ?? PLATFORM,
    BillingAccountName: organization === null ? PLATFORM : names.organization(organization),
    BillingAccountType: organization === null ? 'Platform' : 'Organization',
    BillingCurrency: content.currency,
    BillingPeriodEnd: utc(content.period_end),
    BillingPeriodStart: utc(content.period_start),
    InvoiceIssuerName: OURSELVES,
  };
}

/** There is one price: what is listed, contracted, billed and effective is the same. */
function chargeOf(item: LineItem, content: ReportContent): Row {
  const cost = exactUsd(BigInt(item.cost_nano));
  return {
    BilledCost: cost,
    ChargeCategory: 'Usage',
    ChargeClass: content.restates.length > 0 ? 'Correction' : null,
    ChargeDescription: descriptionOf(item),
    ChargeFrequency: 'Usage-Based',
    ChargePeriodEnd: utc(content.period_end),
    ChargePeriodStart: utc(content.period_start),
    ConsumedQuantity: item.tokens,
    ConsumedUnit: 'Tokens',
    ContractedCost: cost,
    EffectiveCost: cost,
    ListCost: cost,
    PricingQuantity: item.tokens,
    PricingUnit: 'Tokens',
  };
}

function serviceOf({ model, provider: named }: LineItem): Row {
  const provider = named ?? OURSELVES;
  const isServed = model !== null;
  return {
    ProviderName: provider,
    PublisherName: provider,
    ResourceId: model,
    ResourceName: model,
    ResourceType: isServed ? 'Model' : null,
    ServiceCategory: 'AI and Machine Learning',
    ServiceName: 'Model inference',
    ServiceSubcategory: 'Generative AI',
    SkuId: isServed ? `${provider}/${model}` : null,
    SkuMeter: isServed ? 'Tokens' : null,
  };
}

function subAccountOf(
  { organization, business_unit: unit, team }: LineItem,
  names: AccountNames,
): Row {
  const [id, name, type] =
    unit === null ? teamOf(team, organization, names) : unitOf(unit, organization, names);
  return { SubAccountId: id, SubAccountName: name, SubAccountType: type };
}

const unitOf = (unit: string, owner: string | null, names: AccountNames) =>
  [unit, names.businessUnit(unit, owner), 'Business unit'] as const;

const teamOf = (team: string | null, owner: string | null, names: AccountNames) =>
  team === null ? [null, null, null] : ([team, names.team(team, owner), 'Team'] as const);

const tagsOf = ({ team, business_unit: unit }: LineItem): Record<string, string> => ({
  ...tag('team', team),
  ...tag('business_unit', unit),
});

/** FOCUS 1.2 has no columns of its own for cost that is divided. */
const splitTagsOf = (item: LineItem, { content }: RowOptions): Row => ({
  Tags: JSON.stringify({ ...tagsOf(item), ...allocationTags(item, content) }),
});

function splitOf(item: LineItem, { content, shares }: RowOptions): Row {
  const isSplit = shares.some(({ rule }) => rule !== undefined);
  const provider = item.provider ?? OURSELVES;
  return {
    Tags: JSON.stringify(tagsOf(item)),
    AllocatedMethodDetails: isSplit ? JSON.stringify(detailsOf(item, shares)) : null,
    AllocatedMethodId: isSplit ? ALLOCATED_METHOD_ID : null,
    AllocatedResourceId: item.rule,
    AllocatedResourceName: ruleOf(item, content)?.target ?? null,
    AllocatedTags: item.rule === null ? null : JSON.stringify(allocationTags(item, content)),
    HostProviderName: provider,
    ServiceProviderName: provider,
  };
}

/** Names the columns. */
const NOTHING: LineItem = {
  organization: null,
  business_unit: null,
  team: null,
  model: null,
  provider: null,
  rule: null,
  requests: '0',
  unpriced: '0',
  tokens: '0',
  cost_nano: '0',
  cents: '0',
};

/** To the second, as FOCUS writes moments. */
const utc = (time: string): string => `${time.slice(0, 19)}Z`;

const tag = (name: string, value: string | null): Record<string, string> =>
  value === null ? {} : { [`aicp/${name}`]: value };

const descriptionOf = ({ model, team, rule }: LineItem): string =>
  `${model ?? 'requests that no model served'}, ${team === null ? 'no team' : `team ${team}`}, ${rule === null ? 'unallocated' : `by rule ${rule}`}`;

const ruleOf = ({ rule }: LineItem, { rules }: ReportContent) =>
  rules.find(({ id }) => id === rule);

/** Where a rule books, and the pairs of its own. */
function allocationTags(item: LineItem, content: ReportContent): Record<string, string> {
  const rule = ruleOf(item, content);
  return rule ? { ...rule.metadata, ...tag(rule.type, rule.target), ...tag('rule', rule.id) } : {};
}

/** Nine places of a share, which is as many as a rule has. */
const PLACES = 1_000_000_000n;

function detailsOf({ rule: own }: LineItem, shares: readonly Share[]) {
  const whole = shares.reduce((sum, { weight }) => sum + weight, 0n);
  const share = shares.find(({ rule }) => (rule?.id ?? null) === own);
  const ratio = whole === 0n ? 0n : ((share?.weight ?? 0n) * PLACES) / whole;
  return { Elements: [{ AllocatedRatio: Number(ratio) / Number(PLACES), UsageUnit: 'Percent' }] };
}
