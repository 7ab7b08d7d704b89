/** Whose spend may be limited. */
export const BUDGET_SCOPES = [
  'global',
  'organization',
  'business_unit',
  'team',
  'user',
  'key',
  'model',
  'tag',
] as const;
export type BudgetScope = (typeof BUDGET_SCOPES)[number];

/**
 * Requests whose spend is added up together: `global` all of them, or all of an organization; else those of one value of the scope. Two budgets of one
 * subject and one window look at the same spend, whatever their limits.
 */
export interface SpendSubject {
  readonly scope: BudgetScope;
  /** Whose requests alone count. Undefined: all, of platform keys too. */
  readonly organization: string | undefined;
  /** `metadata.name` of the object, the id of the user or of the model that served, or `name=value` of a tag; undefined for `global` alone. */
  readonly value: string | undefined;
}

/** A name that no other subject has: it is what counters are called by. Names of objects hold no slash. */
export const subjectName = ({ scope, organization, value }: SpendSubject): string =>
  `${scope}/${organization ?? ''}/${value ?? ''}`;

const SHARED: readonly BudgetScope[] = ['global', 'model', 'tag'];

/** Whether the platform counts all requests of one value of the scope together; of others, those of each organization by themselves. */
export const isShared = (scope: BudgetScope): boolean => SHARED.includes(scope);
