import type { MoneyWindow } from '@aicp/contracts/spend/money-window';
import {
  subjectName,
  type BudgetScope,
  type SpendSubject,
} from '@aicp/contracts/spend/spend-subject';

/** What one subject has spent, nano-USD, by window. */
export interface SubjectSpend {
  readonly subject: SpendSubject;
  readonly spent: Record<MoneyWindow, bigint>;
}

/** Sums of spend by subject and window, which grow while they are read in. */
export class SpendSums {
  private readonly byName = new Map<string, SubjectSpend>();
  private readonly byScope = new Map<BudgetScope, Map<string, SubjectSpend[]>>();

  add(subject: SpendSubject, windows: readonly MoneyWindow[], nanoUsd: bigint): void {
    const { spent } = this.entry(subject);
    for (const window of windows) spent[window] += nanoUsd;
  }

  find(name: string): SubjectSpend | undefined {
    return this.byName.get(name);
  }

  /** Those of a scope that have this value, whatever their organization. */
  ofValue(scope: BudgetScope, value: string | undefined): readonly SubjectSpend[] {
    return this.byScope.get(scope)?.get(value ?? '') ?? [];
  }

  *ofScope(scope: BudgetScope): Generator<SubjectSpend> {
    for (const entries of this.byScope.get(scope)?.values() ?? []) yield* entries;
  }

  private entry(subject: SpendSubject): SubjectSpend {
    const name = subjectName(subject);
    const known = this.byName.get(name);
    if (known) return known;
    const entry = { subject, spent: { '1h': 0n, '1d': 0n, '7d': 0n, month: 0n } };
    this.byName.set(name, entry);
    const values = this.byScope.get(subject.scope) ?? new Map<string, SubjectSpend[]>();
    this.byScope.set(subject.scope, values);
    const value = subject.value ?? '';
    const alike = values.get(value);
    if (alike) alike.push(entry);
    else values.set(value, [entry]);
    return entry;
  }
}
