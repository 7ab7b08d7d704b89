import { BudgetOwners } from '@aicp/contracts/budgets/budget-owners';
import type { MoneyWindow } from '@aicp/contracts/spend/money-window';
import type { SpendSubject } from '@aicp/contracts/spend/spend-subject';
import type { MoneyLimit } from '../snapshot/money-limit.ts';

/** Which subjects have a limit, and in which windows: those that gateways count money of, and by the same rule. */
export class LimitedSubjects {
  private readonly owners: BudgetOwners<MoneyLimit>;
  readonly withTags: boolean;

  constructor(limits: readonly MoneyLimit[]) {
    this.owners = new BudgetOwners(limits);
    this.withTags = limits.some(({ scope }) => scope === 'tag');
  }

  /** The windows in which a subject has a limit. */
  windowsOf(subject: SpendSubject): readonly MoneyWindow[] {
    return [...new Set(this.owners.on(subject).map(({ window }) => window))];
  }
}
