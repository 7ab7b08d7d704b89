import { isShared, type SpendSubject } from '../spend/spend-subject.ts';
import type { Budget } from './budget.ts';
import { BudgetTable } from './budget-table.ts';

/** What of a budget says whose spend it looks at. */
export type LookingBudget = Pick<
  Budget,
  'name' | 'kind' | 'organization' | 'scope' | 'value' | 'window'
>;

const PLATFORM = '';
const NONE: readonly never[] = [];

/** Budgets by who owns them: the one answer to which of them count what somebody spends. Gateways refuse by it, and the budget service tells by it. */
export class BudgetOwners<B extends LookingBudget> {
  private readonly owners: ReadonlyMap<string, BudgetTable<B>>;

  constructor(budgets: readonly B[]) {
    const byOwner = Map.groupBy(budgets, ({ organization, kind }) =>
      // What an account may spend is set for it, whoever wrote it: it stands beside what the platform sets.
      kind === 'Budget' ? (organization ?? PLATFORM) : PLATFORM,
    );
    this.owners = new Map([...byOwner].map(([owner, some]) => [owner, new BudgetTable(some)]));
  }

  get isEmpty(): boolean {
    return this.owners.size === 0;
  }

  /** All that count what a subject spends. */
  on(subject: SpendSubject): readonly B[] {
    const { scope, value = '' } = subject;
    return this.tablesOf(subject).flatMap((table) =>
      scope === 'global' ? table.whole() : table.find(scope, value),
    );
  }

  /** Those of them alone that name its value, as for a tag that no key has. */
  naming(subject: SpendSubject): readonly B[] {
    const { scope, value = '' } = subject;
    return this.tablesOf(subject).flatMap((table) => table.named(scope, value));
  }

  private tablesOf({ scope, organization }: SpendSubject): readonly BudgetTable<B>[] {
    const own = this.owners.get(organization ?? PLATFORM);
    const platform =
      organization === undefined || isShared(scope) ? undefined : this.owners.get(PLATFORM);
    if (!platform) return own ? [own] : NONE;
    return own ? [platform, own] : [platform];
  }
}
