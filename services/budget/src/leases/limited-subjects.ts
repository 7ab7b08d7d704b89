import type { MoneyWindow } from '@aicp/contracts/spend/money-window';
import type { BudgetScope, SpendSubject } from '@aicp/contracts/spend/spend-subject';
import type { MoneyLimit } from '../snapshot/money-limit.ts';

/** Which subjects may have a limit, and in which windows: those that gateways count money of, and a few more. */
export class LimitedSubjects {
  private readonly windows = new Map<string, Set<MoneyWindow>>();
  readonly withTags: boolean;

  constructor(limits: readonly Pick<MoneyLimit, 'scope' | 'value' | 'window'>[]) {
    for (const { scope, value, window } of limits) {
      const place = placeOf(scope, value);
      const known = this.windows.get(place) ?? new Set();
      this.windows.set(place, known.add(window));
    }
    this.withTags = limits.some(({ scope }) => scope === 'tag');
  }

  /** The windows in which a subject may have a limit. */
  windowsOf({ scope, value }: SpendSubject): readonly MoneyWindow[] {
    const own = this.windows.get(placeOf(scope, value));
    const each = value === undefined ? undefined : this.windows.get(placeOf(scope, undefined));
    return [...new Set([...(own ?? []), ...(each ?? [])])];
  }
}

const placeOf = (scope: BudgetScope, value: string | undefined): string =>
  value === undefined ? scope : `${scope} ${value}`;
