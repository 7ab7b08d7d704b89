import type { DecisionStep } from '../decision/decision-record.ts';
import type { Budget } from './budget.ts';
import type { BudgetStanding, MoneyCounter } from './money-counter.ts';
import { shownUsd } from './nano-usd.ts';
import { momentText } from './refusal.ts';

/** How a counter of money stands, in its unit. */
export interface CountedMoney {
  readonly counter: MoneyCounter;
  /** What is spent and reserved. */
  readonly count: number;
  /** What of that is reserved by requests under way. */
  readonly held: number;
  /** When its window ends, milliseconds since 1970. */
  readonly endsMs: number;
}

/** How a budget stands that a request counts in. */
interface Note {
  readonly budget: Budget;
  readonly state: 'ok' | 'warning' | 'exceeded';
  /** Of its hard limit. */
  readonly share: number;
  readonly detail: string;
  readonly endsMs: number;
}

/** What is to be told of budgets: those that are nearly used up or beyond their limit; of a dry run, all of them. */
export interface BudgetNotes {
  readonly steps: readonly DecisionStep[];
  /** Of the header `x-aicp-budget`: the one that is used up most. */
  readonly warning: string | undefined;
}

/** `at`: milliseconds since 1970. */
export function budgetNotes(
  money: readonly CountedMoney[],
  { at, all }: { readonly at: number; readonly all: boolean },
): BudgetNotes {
  const notes = money.flatMap((counted) =>
    counted.counter
      .standingsAt(at)
      .map((standing) => noteOf(counted, standing))
      .filter(({ state }) => all || state !== 'ok'),
  );
  const told = notes.filter(({ state }) => state !== 'ok');
  const [fullest] = told.sort((one, other) => other.share - one.share);
  return {
    steps: notes.map(({ budget, state, detail }) => budgetStep(budget, state, detail)),
    warning: fullest && warningOf(fullest),
  };
}

/** What a decision says of a budget. */
export const budgetStep = (
  { kind, name }: Budget,
  outcome: string,
  detail: string,
): DecisionStep => ({
  stage: 'budget',
  outcome,
  ...(kind === 'Budget' ? { policy: name } : {}),
  detail,
});

function noteOf(counted: CountedMoney, { budget, soft, hard }: BudgetStanding): Note {
  const { count, endsMs } = counted;
  const share = hard === 0 ? Infinity : count / hard;
  const detail = `${budget.name}: ${amounts(counted, hard)}; at the limit ${atLimit(budget)}`;
  return { budget, state: stateOf(count, soft, hard), share, detail, endsMs };
}

function stateOf(count: number, soft: number, hard: number): Note['state'] {
  if (count > hard) return 'exceeded';
  return count >= soft && count > 0 ? 'warning' : 'ok';
}

/** Nobody is told what all organizations together have spent. */
function amounts({ counter, count, held }: CountedMoney, hard: number): string {
  if (counter.subject.organization === undefined) return counter.window;
  const usd = (units: number): string => `$${shownUsd(counter.toNanoUsd(Math.max(0, units)))}`;
  return `${usd(count - held)} spent, ${usd(held)} reserved, ${usd(hard - count)} left of ${usd(hard)} (${counter.window})`;
}

/** As part of a sentence. */
function atLimit({ action, downgradeTo }: Budget): string {
  if (action === 'downgrade' && downgradeTo !== undefined) return `"${downgradeTo}" serves`;
  return action === 'warn' ? 'it warns' : 'it blocks';
}

function warningOf({ budget: { name }, state, share, endsMs }: Note): string {
  const used = Number.isFinite(share) ? `; used=${String(Math.floor(share * 1000) / 1000)}` : '';
  const word = state === 'exceeded' ? '; exceeded' : '';
  return `warning; budget="${name}"${word}${used}; resets=${momentText(endsMs)}`;
}
