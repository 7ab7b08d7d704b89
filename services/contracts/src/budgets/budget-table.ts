import type { Budget } from './budget.ts';
import type { BudgetScope } from '../spend/spend-subject.ts';

/** The budgets of one owner in one scope. */
interface ScopeBudgets {
  /** Those for each one by itself. */
  readonly each: readonly Budget[];
  readonly byValue: ReadonlyMap<string, readonly Budget[]>;
}

const NONE: readonly Budget[] = [];

/** Which budgets of one owner, the platform or an organization, look at what. */
export class BudgetTable {
  private readonly scopes: ReadonlyMap<BudgetScope, ScopeBudgets>;

  constructor(budgets: readonly Budget[]) {
    const sorted = [...budgets].sort((one, other) => (one.name < other.name ? -1 : 1));
    const byScope = Map.groupBy(sorted, ({ scope }) => scope);
    this.scopes = new Map([...byScope].map(([scope, some]) => [scope, toScope(some)]));
  }

  /** All that look at everything. */
  whole(): readonly Budget[] {
    return this.scopes.get('global')?.each ?? NONE;
  }

  /** All that name a value, and those for each one whose window no Budget that names it has. */
  find(scope: BudgetScope, value: string): readonly Budget[] {
    const { each = NONE, byValue } = this.scopes.get(scope) ?? {};
    const named = byValue?.get(value) ?? NONE;
    if (each.length === 0) return named;
    const windows = new Set(
      named.flatMap(({ kind, window }) => (kind === 'Budget' ? [window] : [])),
    );
    return [...named, ...each.filter(({ window }) => !windows.has(window))];
  }

  /** Those alone that name a value. */
  named(scope: BudgetScope, value: string): readonly Budget[] {
    return this.scopes.get(scope)?.byValue.get(value) ?? NONE;
  }
}

function toScope(budgets: readonly Budget[]): ScopeBudgets {
  const byValue = Map.groupBy(
    budgets.filter(({ value }) => value !== undefined),
    ({ value }) => value ?? '',
  );
  return { each: budgets.filter(({ value }) => value === undefined), byValue };
}
