import { exactUsd } from '@aicp/contracts/budgets/usd-text';
import { ALLOCATION_TYPES } from '@aicp/contracts/snapshot/sections/cost-allocation';
import { z } from 'zod';
import { REPORT_STATES, type ReportRow } from './chargeback-tables.ts';
import type { LineItem, ReportContent } from './report-content.ts';

const id = z.string().nullable();
const usd = z.number().meta({ description: 'USD, in whole cents.' });

const lineItemSchema = z
  .object({
    organization_id: id,
    business_unit_id: id,
    team_id: id,
    model: id,
    provider: id,
    rule_id: id.meta({ description: 'The rule that books it; null: unallocated.' }),
    rule_name: id,
    allocation_type: z.enum(ALLOCATION_TYPES).nullable(),
    allocation_target: id,
    allocation_percent: z.number().nullable(),
    metadata: z.record(z.string(), z.string()),
    requests: z.int().meta({
      description: 'Requests and tokens are divided as the cost is, so that they add up too.',
    }),
    unpriced_requests: z.int(),
    tokens: z.int(),
    cost: usd,
    cost_exact: z.string().meta({ description: 'USD, to the nano-dollar.' }),
  })
  .meta({ id: 'ChargebackLineItem' });

const summarySchema = z.object({
  id: z.string(),
  name: z.string(),
  organization_id: id.meta({ description: 'Whose cost it books; null: everybody’s.' }),
  period_start: z.iso.datetime(),
  period_end: z.iso.datetime().meta({ description: 'Before when.' }),
  time_zone: z.string(),
  status: z.enum(REPORT_STATES),
  currency: z.literal('USD'),
  total_cost: usd,
  allocated_cost: usd,
  unallocated_cost: usd,
  total_cost_exact: z.string().meta({ description: 'USD, to the nano-dollar.' }),
  line_item_count: z.int(),
  restates: id.meta({
    description:
      'The finalized report of this period that it adds the difference to; null where it is the first.',
  }),
  digest: z.string().meta({
    description:
      'SHA-256 of all that it says: the same records, rules and names of accounts give the same.',
  }),
  created_by: z.string(),
  created_at: z.iso.datetime(),
  finalized_by: id,
  finalized_at: z.iso.datetime().nullable(),
  exported_at: z.iso.datetime().nullable(),
});

export const reportSchema = summarySchema
  .extend({
    uid: z.string().meta({ description: 'The id: no other report ever has it.' }),
    updated_at: z.iso.datetime().meta({ description: 'When it was made, finalized or exported.' }),
    line_items: z.array(lineItemSchema),
    price_versions: z.array(z.string()).meta({ description: 'What the records were priced by.' }),
    rules: z.array(
      z.object({ id: z.string(), name: z.string(), uid: z.string(), generation: z.int() }),
    ),
    rules_not_in_force: z.array(z.object({ id: z.string(), organization_id: z.string() })).meta({
      description:
        'Rules of organizations that were in conflict when a report of everybody’s cost was generated: what these organizations spent is unallocated.',
    }),
  })
  .meta({ id: 'ChargebackReport' });

type PinnedRule = ReportContent['rules'][number];

/** Cents as USD: the nearest number, which is the decimal with two places. */
const inUsd = (cents: bigint): number => Number(cents) / 100;

/** A report without what is in it. */
export function summaryOf(row: ReportRow): z.output<typeof summarySchema> {
  const total = BigInt(row.total_cents);
  const allocated = BigInt(row.allocated_cents);
  return {
    id: row.id,
    name: row.name,
    organization_id: row.organization_id,
    period_start: row.period_start.toISOString(),
    period_end: row.period_end.toISOString(),
    time_zone: row.time_zone,
    status: row.status,
    currency: 'USD',
    total_cost: inUsd(total),
    allocated_cost: inUsd(allocated),
    unallocated_cost: inUsd(total - allocated),
    total_cost_exact: exactUsd(BigInt(row.total_nano)),
    line_item_count: row.line_items,
    restates: row.restates,
    digest: row.digest,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    finalized_by: row.finalized_by,
    finalized_at: row.finalized_at?.toISOString() ?? null,
    exported_at: row.exported_at?.toISOString() ?? null,
  };
}

/** A report with all that it says. */
export const reportOf = (
  row: ReportRow,
  content: ReportContent,
): z.output<typeof reportSchema> => ({
  ...summaryOf(row),
  uid: row.id,
  updated_at: updatedAt(row).toISOString(),
  line_items: lineItemsOf(content),
  price_versions: content.price_versions,
  rules: content.rules.map(({ id: rule, name, uid, generation }) => ({
    id: rule,
    name,
    uid,
    generation,
  })),
  rules_not_in_force: (content.rules_not_in_force ?? []).map((rule) => ({
    id: rule.id,
    organization_id: rule.organization,
  })),
});

const updatedAt = ({
  created_at: made,
  finalized_at: finalized,
  exported_at: exported,
}: ReportRow) =>
  new Date(Math.max(...[made, finalized ?? made, exported ?? made].map((at) => at.getTime())));

/** The line items with what their rules say. */
export function lineItemsOf(content: ReportContent): z.output<typeof lineItemSchema>[] {
  const rules = new Map(content.rules.map((rule) => [rule.id, rule]));
  return content.line_items.map((item) => toAnswer(item, rules));
}

const toAnswer = (
  item: LineItem,
  rules: ReadonlyMap<string, PinnedRule>,
): z.output<typeof lineItemSchema> => ({
  organization_id: item.organization,
  business_unit_id: item.business_unit,
  team_id: item.team,
  model: item.model,
  provider: item.provider,
  rule_id: item.rule,
  ...termsOf(rules.get(item.rule ?? '')),
  requests: Number(item.requests),
  unpriced_requests: Number(item.unpriced),
  tokens: Number(item.tokens),
  cost: inUsd(BigInt(item.cents)),
  cost_exact: exactUsd(BigInt(item.cost_nano)),
});

const termsOf = (rule: PinnedRule | undefined) => ({
  rule_name: rule?.name ?? null,
  allocation_type: rule?.type ?? null,
  allocation_target: rule?.target ?? null,
  allocation_percent: rule ? Number(rule.percent) : null,
  metadata: rule?.metadata ?? {},
});
