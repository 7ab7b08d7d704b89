import { MONEY_WINDOWS, type MoneyWindow } from '../spend/money-window.ts';
import {
  BUDGET_SCOPES,
  subjectName,
  type BudgetScope,
  type SpendSubject,
} from '../spend/spend-subject.ts';

/** What a counter of money counts. */
export interface CountedMoney {
  readonly subject: SpendSubject;
  readonly window: MoneyWindow;
  /** Nano-USD that it counts as one. */
  readonly unit: 1 | 1000;
}

/** The name of a counter of money. */
export const moneyCounterName = ({ subject, window, unit }: CountedMoney): string =>
  `${subjectName(subject)}:${unit === 1 ? 'usd' : 'micro-usd'}-${window}`;

const SUFFIX = new RegExp(`:(micro-)?usd-(${MONEY_WINDOWS.join('|')})$`);

/** What a counter of that name counts; undefined where it is none of money. Users and tags may hold any character, names of organizations no slash. */
export function countedBy(name: string): CountedMoney | undefined {
  const [suffix, micro, window] = SUFFIX.exec(name) ?? [];
  const [, scope, organization, value] =
    /^([^/]*)\/([^/]*)\/(.*)$/s.exec(name.slice(0, name.length - (suffix?.length ?? 0))) ?? [];
  if (suffix === undefined || !isScope(scope)) return undefined;
  const subject = {
    scope,
    organization: organization === '' ? undefined : organization,
    value: value === '' ? undefined : value,
  };
  return { subject, window: window as MoneyWindow, unit: micro === undefined ? 1 : 1000 };
}

const isScope = (word: string | undefined): word is BudgetScope =>
  BUDGET_SCOPES.some((scope) => scope === word);
