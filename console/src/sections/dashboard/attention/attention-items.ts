import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import type { ApiObject } from '../../../api/api-object.ts';
import { pageOf, RESOURCES, type Resource } from '../../../resources/resource-table.ts';
import { sentenceCase } from '../../../ui/text/text.ts';
import { countText, percentText } from '../../../ui/text/format-number.ts';
import { stateOf } from '../../../ui/text/object-state.ts';

export type Violation = ApiSchemas['SlaViolation'];
export type Replicas = ApiSchemas['Replicas'];
export type Health = ApiSchemas['SlaHealth'];
type FailoverRule = ApiSchemas['FailoverRule'];

/** Something that somebody has to look at, and where. */
export interface AttentionItem {
  readonly id: string;
  /** `fault`: something does not work as it should. `decision`: somebody waits for an answer. */
  readonly kind: 'fault' | 'decision';
  readonly text: string;
  readonly detail?: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** A page of what was found, and how much there is in all. */
export interface Found<T> {
  readonly items: readonly T[];
  readonly total: number | undefined;
}

/** So many are named one by one. */
const NAMED = 3;

const some = (count: number, noun: string, nouns: string): string =>
  `${countText(count)} ${count === 1 ? noun : nouns}`;

/** The first few names, and how many more there are. */
export function namesText(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(', ');
  const rest = names.length - NAMED;
  return rest > 0 ? `${shown} and ${countText(rest)} more` : shown;
}

/** Targets of SLAs that are missed now. */
export function violationItems({ items }: Found<Violation>): AttentionItem[] {
  const open = items.filter(({ status }) => status === 'open');
  if (open.length === 0) return [];
  const models = [...new Set(open.map(({ model }) => model))];
  return [
    {
      ...{ id: 'violations', kind: 'fault', to: '/sla-violations', search: { status: 'open' } },
      text: `${some(open.length, 'SLA violation is', 'SLA violations are')} open`,
      detail: namesText(models),
    },
  ];
}

/** Models that answer badly at a provider, or not at all. */
export function healthItems({ items }: Found<Health>): AttentionItem[] {
  const ill = items.filter(({ status }) => status === 'down' || status === 'degraded');
  if (ill.length === 0) return [];
  const models = [...new Set(ill.map(({ model }) => model))];
  return [
    {
      ...{ id: 'health', kind: 'fault', to: '/sla-monitor', detail: namesText(models) },
      text: `${some(models.length, 'model is', 'models are')} not healthy`,
    },
  ];
}

/** Rules by which others answer in the place of what does not work. */
export function failoverItems({ items }: Found<FailoverRule>): AttentionItem[] {
  const moved = items.filter(({ observed }) => observed?.state === 'failed_over');
  if (moved.length === 0) return [];
  return [
    {
      ...{ id: 'failover', kind: 'fault', to: RESOURCES.failoverRule.page },
      text: `${some(moved.length, 'failover rule has', 'failover rules have')} failed over`,
      detail: namesText(moved.map(({ id, name }) => name ?? id)),
    },
  ];
}

const BUDGETS_SHOWN = 5;

/** Budgets that are exceeded or warn, those that are furthest first. */
export function budgetItems({ items }: Found<ApiObject>): AttentionItem[] {
  const near = items
    .filter(({ status }) => status === 'warning' || status === 'exceeded')
    .toSorted((a, b) => shareOf(b) - shareOf(a));
  const rest = near.length - BUDGETS_SHOWN;
  const shown = near.slice(0, BUDGETS_SHOWN).map(budgetItem);
  if (rest <= 0) return shown;
  const text = `${some(rest, 'more budget is', 'more budgets are')} near the limit`;
  return [...shown, { id: 'budgets', kind: 'fault', text, to: RESOURCES.budget.page }];
}

const shareOf = ({ utilization }: ApiObject): number =>
  typeof utilization === 'number' ? utilization : 0;

const budgetItem = (budget: ApiObject): AttentionItem => ({
  id: `budget ${budget.id}`,
  kind: 'fault',
  text: `Budget ${budget.name ?? budget.id} is ${budget['status'] === 'exceeded' ? 'exceeded' : 'near its limit'}`,
  detail: `${percentText(shareOf(budget))} is spent`,
  to: pageOf(RESOURCES.budget, budget.id),
});

/** Objects of a kind that are not as they should be; those that are just being taken up are none. */
export function unreadyItems(
  resource: Resource,
  { items, total }: Found<ApiObject>,
): AttentionItem[] {
  const bad = items.filter((object) => stateOf(object).tone === 'bad');
  const [only] = bad;
  if (only === undefined) return [];
  const { noun, nouns, page, type } = resource;
  const isAll = total === undefined || total <= items.length;
  if (bad.length === 1 && isAll) {
    const text = `${sentenceCase(noun)} ${only.name ?? only.id}: ${stateOf(only).label.toLowerCase()}`;
    const to = pageOf(resource, only.id);
    return [{ id: type, kind: 'fault', text, detail: stateOf(only).why, to }];
  }
  const count = isAll ? bad.length : total;
  return [
    {
      ...{ id: type, kind: 'fault', to: page, search: { ready: 'false' } },
      text: `${some(count, `${noun} is`, `${nouns} are`)} not ready`,
      detail: namesText(bad.map(({ id, name }) => name ?? id)),
    },
  ];
}

/** Requests for access that wait for somebody. */
export function accessItems({ items, total }: Found<unknown>): AttentionItem[] {
  if (items.length === 0) return [];
  const text = `${some(total ?? items.length, 'access request waits', 'access requests wait')} for a decision`;
  const search = { status: 'pending' };
  return [{ id: 'access', kind: 'decision', text, to: '/access-requests', search }];
}

/** Prompts whose text waits for a review. */
export function reviewItems({ items, total }: Found<ApiObject>): AttentionItem[] {
  if (items.length === 0) return [];
  return [
    {
      ...{ id: 'reviews', kind: 'decision', to: '/prompt-reviews' },
      text: `${some(total ?? items.length, 'prompt waits', 'prompts wait')} for a review`,
      detail: namesText(items.map(({ id, name }) => name ?? id)),
    },
  ];
}

/** Replicas that do not run the newest configuration. */
export function replicaItems({ behind, total, services }: Replicas): AttentionItem[] {
  if (behind === 0) return [];
  const late = services.filter((service) => service.behind > 0).map(({ service }) => service);
  return [
    {
      ...{ id: 'replicas', kind: 'fault', to: '/replicas' },
      text: `${countText(behind)} of ${some(total, 'replica', 'replicas')} ${behind === 1 ? 'does' : 'do'} not run the newest configuration`,
      detail: namesText(late),
    },
  ];
}
