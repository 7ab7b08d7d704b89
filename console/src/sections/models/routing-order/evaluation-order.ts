import type { ApiObject } from '../../../api/api-object.ts';

/** Policies of one owner, in the order in which they are read. */
export interface PolicyScope {
  /** Undefined: the platform's, which are read before every organization's. */
  readonly organization: string | undefined;
  readonly rules: readonly ApiObject[];
}

export interface EvaluationOrder {
  readonly scopes: readonly PolicyScope[];
  /** Groups, fallbacks and strategies: they name models, and decide no request. */
  readonly others: readonly ApiObject[];
  /** Switched off: nobody reads them. */
  readonly off: readonly ApiObject[];
}

/** Policies in the order of evaluation: the platform's before the organizations'; of each, the highest priority first, then the older one, then by name. */
export function evaluationOrder(policies: readonly ApiObject[]): EvaluationOrder {
  const sorted = policies.toSorted(byPrecedence);
  const on = sorted.filter(({ is_active: isActive }) => isActive !== false);
  const rules = on.filter(isRule);
  // The empty name stands for the platform, and comes first.
  const owners = [...new Set(rules.map((policy) => ownerOf(policy) ?? ''))].sort(compare);
  return {
    scopes: owners.map((owner) => ({
      organization: owner === '' ? undefined : owner,
      rules: rules.filter((policy) => (ownerOf(policy) ?? '') === owner),
    })),
    others: on.filter((policy) => !isRule(policy)),
    off: sorted.filter(({ is_active: isActive }) => isActive === false),
  };
}

/** Whether a policy decides requests by a condition and an action. */
export const isRule = ({ policy_type: type }: ApiObject): boolean =>
  type === undefined || type === null || type === 'conditional';

/** The organization that a policy belongs to; undefined: the platform. */
export const ownerOf = ({ organization_id: owner }: ApiObject): string | undefined =>
  owner ?? undefined;

const priorityOf = ({ priority }: ApiObject): number =>
  typeof priority === 'number' ? priority : 0;

const byPrecedence = (a: ApiObject, b: ApiObject): number =>
  priorityOf(b) - priorityOf(a) ||
  compare(a.created_at ?? '', b.created_at ?? '') ||
  compare(a.id, b.id);

/** By characters, as the services compare: not by the reader's language. */
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
