import { canonicalJson } from '@aicp/contracts/snapshot/digest';
import { costAllocationFragment } from '@aicp/contracts/snapshot/sections/cost-allocation';
import type { Period } from '@aicp/contracts/spend/money-window';
import { z } from 'zod';
import { cellKey, type Allocated } from '../allocation/allocate.ts';
import { inCents } from '../allocation/in-cents.ts';
import type { AllocationRule } from '../allocation/shares.ts';
import { pinnedName, pinnedNames, type AccountNames } from './account-names.ts';
import type { UnsettledRule } from './rules-in-force.ts';

const name = z.string().nullable();
/** A whole number of any size. */
const whole = z.string().regex(/^-?[0-9]+$/);

const lineItem = z.object({
  organization: name,
  business_unit: name,
  team: name,
  model: name,
  provider: name,
  /** metadata.name of the rule that booked it; null: unallocated. */
  rule: name,
  requests: whole,
  /** Of these, requests whose cost is not known. */
  unpriced: whole,
  tokens: whole,
  cost_nano: whole,
  cents: whole,
});
export type LineItem = z.output<typeof lineItem>;

const pinnedRule = costAllocationFragment
  .omit({ source: true })
  .extend({ uid: z.string(), generation: z.int() });

/**
 * Everything that a report says, and everything that it was made from beside the records: the same records and the same pins give the same bytes. Neither who
 * generated it nor when is in it.
 */
export const reportContent = z.object({
  version: z.literal(1),
  organization: name,
  /** RFC 3339, UTC. */
  period_start: z.string(),
  period_end: z.string(),
  time_zone: z.string(),
  currency: z.literal('USD'),
  /** The finalized reports that it says the difference to, the first one first; none, as a rule. */
  restates: z.array(z.string()),
  rules: z.array(pinnedRule),
  /** Rules of organizations that were not in force as they stood: what these spent is unallocated. Absent where there was none. */
  rules_not_in_force: z.array(z.object({ id: z.string(), organization: z.string() })).optional(),
  /** Of the prices that the records were priced with. */
  price_versions: z.array(z.string()),
  line_items: z.array(lineItem),
  /** What accounts were called when it was generated. Absent in reports that were generated before names were pinned. */
  account_names: z.array(pinnedName).optional(),
});
export type ReportContent = z.output<typeof reportContent>;

/** What a report is made from, beside spend. */
export interface ReportTerms {
  readonly organization: string | undefined;
  readonly period: Period;
  readonly timeZone: string;
  readonly rules: readonly AllocationRule[];
  readonly notInForce?: readonly UnsettledRule[];
  readonly priceVersions: readonly string[];
  /** Ids of the finalized reports that it says the difference to. */
  readonly restates: readonly string[];
  /** What accounts are called now. */
  readonly names: AccountNames;
}

/** Organizations whose cost a report leaves unallocated. */
export const undividedIn = ({
  rules_not_in_force: rules = [],
}: Pick<ReportContent, 'rules_not_in_force'>): string[] => rules.map((rule) => rule.organization);

export const iso = (ms: number): string => new Date(ms).toISOString();

/** The content of a report of spend that is allocated already. */
export function toContent(terms: ReportTerms, parts: readonly Allocated[]): ReportContent {
  const { organization = null, period, timeZone, rules, priceVersions, restates } = terms;
  const { notInForce = [], names } = terms;
  const cents = inCents(
    parts.map(({ cost, rule }) => ({
      cost,
      groups: [rule ? 'allocated' : '', rule ? `${rule.type}/${rule.target}` : ''],
    })),
  );
  const items = parts.map((part, index) => toLineItem(part, cents[index] ?? 0n));
  return {
    version: 1,
    organization,
    period_start: iso(period.startsMs),
    period_end: iso(period.endsMs),
    time_zone: timeZone,
    currency: 'USD',
    restates: [...restates],
    rules: [...rules].sort((a, b) => (a.id < b.id ? -1 : 1)),
    ...(notInForce.length > 0 ? { rules_not_in_force: [...notInForce] } : {}),
    price_versions: [...new Set(priceVersions)].sort(),
    line_items: items,
    account_names: pinnedNames(items, names),
  };
}

const toLineItem = (
  { cell, rule, requests, unpriced, tokens, cost }: Allocated,
  cents: bigint,
): LineItem => ({
  organization: cell.organization ?? null,
  business_unit: cell.businessUnit ?? null,
  team: cell.team ?? null,
  model: cell.model ?? null,
  provider: cell.provider ?? null,
  rule: rule?.id ?? null,
  requests: String(requests),
  unpriced: String(unpriced),
  tokens: String(tokens),
  cost_nano: String(cost),
  cents: String(cents),
});

/** What finalized reports booked together, as parts of a later one would be. */
export function bookedBy(contents: readonly ReportContent[]): Allocated[] {
  const rules = new Map(contents.flatMap((content) => content.rules.map((one) => [one.id, one])));
  return contents.flatMap((content) =>
    content.line_items.map((item) => ({
      cell: {
        organization: item.organization ?? undefined,
        businessUnit: item.business_unit ?? undefined,
        team: item.team ?? undefined,
        model: item.model ?? undefined,
        provider: item.provider ?? undefined,
      },
      rule: item.rule === null ? undefined : rules.get(item.rule),
      requests: BigInt(item.requests),
      unpriced: BigInt(item.unpriced),
      tokens: BigInt(item.tokens),
      cost: BigInt(item.cost_nano),
    })),
  );
}

/** What has to be added to what was booked so that it is what there is now; only parts in which anything differs. */
export function differenceOf(now: readonly Allocated[], booked: readonly Allocated[]): Allocated[] {
  const sums = new Map<string, Allocated>();
  const add = (part: Allocated, sign: bigint) => {
    const key = `${cellKey(part.cell)}\0${part.rule?.id ?? ''}`;
    const known = sums.get(key) ?? { ...part, requests: 0n, unpriced: 0n, tokens: 0n, cost: 0n };
    sums.set(key, {
      ...known,
      requests: known.requests + sign * part.requests,
      unpriced: known.unpriced + sign * part.unpriced,
      tokens: known.tokens + sign * part.tokens,
      cost: known.cost + sign * part.cost,
    });
  };
  for (const part of now) add(part, 1n);
  for (const part of booked) add(part, -1n);
  return [...sums]
    .filter(([, { requests, unpriced, tokens, cost }]) =>
      [requests, unpriced, tokens, cost].some((one) => one !== 0n),
    )
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, part]) => part);
}

/** Sums of a report, in cents and in nano-USD. */
export function totalsOf({ line_items: items }: ReportContent) {
  const sum = (own: readonly LineItem[], of: (item: LineItem) => string): bigint =>
    own.reduce((total, item) => total + BigInt(of(item)), 0n);
  const allocated = items.filter(({ rule }) => rule !== null);
  return {
    totalCents: sum(items, ({ cents }) => cents),
    allocatedCents: sum(allocated, ({ cents }) => cents),
    totalNano: sum(items, ({ cost_nano: nano }) => nano),
  };
}

/** The bytes of a content, of which `digest` is the SHA-256. */
export const contentText = (content: ReportContent): string => canonicalJson(content);

/** Of our own making: reads what `contentText` wrote. */
export const contentOf = (text: string): ReportContent => reportContent.parse(JSON.parse(text));
