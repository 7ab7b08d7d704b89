import type { Standing } from '@aicp/common/counters/counters';
import type { MoneyCounter } from '@aicp/contracts/budgets/money-counter';
import { momentText } from '@aicp/contracts/budgets/refusal';
import { shownUsd } from '@aicp/contracts/budgets/nano-usd';
import type { DecisionStep } from '@aicp/contracts/decision/decision-record';
import type { LimitPlan } from '../../limits/limiter.ts';
import { countOf, endOf } from './budget-refusal.ts';

/** How a budget stands that a request counts in. */
interface Note {
  readonly name: string;
  readonly kind: string;
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

const NOTHING: BudgetNotes = { steps: [], warning: undefined };

/** `standings`: of the plan's demands of money, in their order. */
export function budgetNotes(
  plan: LimitPlan,
  standings: readonly (Standing | undefined)[],
  { all }: { readonly all: boolean },
): BudgetNotes {
  if (plan.money.length === 0) return NOTHING;
  const notes = plan.money.flatMap((counter, index) =>
    notesOf(plan, { counter, index, standing: standings[index], all }),
  );
  if (notes.length === 0) return NOTHING;
  const told = notes.filter(({ state }) => state !== 'ok');
  const [fullest] = told.sort((one, other) => other.share - one.share);
  return {
    steps: notes.map(({ name, kind, state, detail }) => ({
      stage: 'budget',
      outcome: state,
      ...(kind === 'Budget' ? { policy: name } : {}),
      detail,
    })),
    warning: fullest && warningOf(fullest),
  };
}

interface Asked {
  readonly counter: MoneyCounter;
  readonly index: number;
  readonly standing: Standing | undefined;
  readonly all: boolean;
}

function notesOf(plan: LimitPlan, { counter, index, standing, all }: Asked): Note[] {
  const demand = plan.demands[plan.limits.length + index];
  if (!demand || !standing) return [];
  const count = countOf(demand, standing);
  const notes: Note[] = [];
  for (const { budget, soft, hard } of counter.standingsAt(plan.at)) {
    const state = stateOf(count, soft, hard);
    if (state === 'ok' && !all) continue;
    const { name, kind } = budget;
    const share = hard === 0 ? Infinity : count / hard;
    const detail = amounts(counter, { count, held: standing.held ?? 0, hard, name });
    notes.push({ name, kind, state, share, detail, endsMs: endOf(demand) });
  }
  return notes;
}

function stateOf(count: number, soft: number, hard: number): Note['state'] {
  if (count > hard) return 'exceeded';
  return count >= soft && count > 0 ? 'warning' : 'ok';
}

/** Nobody is told what all organizations together have spent. */
function amounts(
  counter: MoneyCounter,
  { count, held, hard, name }: { count: number; held: number; hard: number; name: string },
): string {
  if (counter.subject.organization === undefined) return `${name}: ${counter.window}`;
  const usd = (units: number): string => `$${shownUsd(counter.toNanoUsd(units))}`;
  return `${name}: ${usd(count - held)} spent, ${usd(held)} reserved, of ${usd(hard)} (${counter.window})`;
}

function warningOf({ name, state, share, endsMs }: Note): string {
  const used = Number.isFinite(share) ? `; used=${String(Math.floor(share * 1000) / 1000)}` : '';
  const word = state === 'exceeded' ? '; exceeded' : '';
  return `warning; budget="${name}"${word}${used}; resets=${momentText(endsMs)}`;
}
