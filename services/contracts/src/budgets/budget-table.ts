import type { Budget } from './budget.ts';
import type { BudgetScope } from '../spend/spend-subject.ts';

/** What of a budget tells it from the others of its owner. */
type Entry = Pick<Budget, 'name' | 'kind' | 'scope' | 'value' | 'window'>;

/** The budgets of one owner in one scope. */
interface ScopeBudgets<B> {
  /** Those for each one by itself. */
  readonly each: readonly B[];
  readonly byValue: ReadonlyMap<string, readonly B[]>;
}

const NONE: readonly never[] = [];

/** Which budgets of one owner, the platform or an organization, look at what. */
export class BudgetTable<B extends Entry> {
  private readonly scopes: ReadonlyMap<BudgetScope, ScopeBudgets<B>>;

  constructor(budgets: readonly B[]) {
    const sorted = [...budgets].sort((one, other) => (one.name < other.name ? -1 : 1));
    const byScope = Map.groupBy(sorted, ({ scope }) => scope);
    this.scopes = new Map([...byScope].map(([scope, some]) => [scope, toScope(some)]));
  }

  /** All that look at everything. */
  whole(): readonly B[] {
    return this.scopes.get('global')?.each ?? NONE;
  }

  /** All that name a value, and those for each one whose window no Budget that names it has. */
  find(scope: BudgetScope, value: string): readonly B[] {
    const { each, byValue } = this.scopes.get(scope) ?? { each: NONE };
    const named = byValue?.get(value) ?? NONE;
    if (each.length === 0) return named;
    const windows = new Set(
      named.flatMap(({ kind, window }) => (kind === 'Budget' ? [window] : [])),
    );
    return [...named, ...each.filter(({ window }) => !windows.has(window))];
  }

  /** Those alone that name a value. */
  named(scope: BudgetScope, value: string): readonly B[] {
    return this.scopes.get(scope)?.byValue.get(value) ?? NONE;
  }
}

function toScope<B extends Entry>(budgets: readonly B[]): ScopeBudgets<B> {
  const byValue = Map.groupBy(
    budgets.filter(({ value }) => value !== undefined),
    ({ value }) => value ?? '',
  );
  return { each: budgets.filter(({ value }) => value === undefined), byValue };
}
