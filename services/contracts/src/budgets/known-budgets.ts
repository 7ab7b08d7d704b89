import { costOf, ONE_REQUEST } from '../prices/cost.ts';
import type { Resolution, RoutingModel } from '../routing/catalog/resolution.ts';
import type { MoneyLeft } from '../routing/request/money-left.ts';
import type { BudgetTrial, RequestBudgets } from '../routing/request-budgets.ts';
import { isSpendOf, payerOf } from '../spend/payer.ts';
import type { SpendSubject } from '../spend/spend-subject.ts';
import type { Period } from '../spend/money-window.ts';
import { NO_TOKENS } from '../usage/usage-record.ts';
import { budgetNotes, budgetStep, type CountedMoney } from './budget-notes.ts';
import type { Budgets, Spender } from './budgets.ts';
import { dearestCost } from './dearest-cost.ts';
import { stoppedBy } from './stopped-by.ts';
import { countersAsked, leastLeft } from './least-left.ts';
import type { MoneyCounter } from './money-counter.ts';
import { quotaExceeded } from './refusal.ts';
import { UNLIMITED } from './unlimited.ts';

/** What is spent and reserved, nano-USD. */
export interface SpendFigure {
  readonly spent: bigint;
  readonly reserved: bigint;
}

export interface KnownBudgetsParts {
  readonly budgets: Budgets;
  readonly spender: Spender;
  readonly tags: Readonly<Record<string, string>> | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Undefined where nobody knows. */
  readonly figureOf: (subject: SpendSubject, period: Period) => SpendFigure | undefined;
  /** Whether whoever asks may hear how budgets stand. */
  readonly isTold: boolean;
}

/**
 * What budgets say of a request that nobody sends, by what is known of spend. What it would cost is not known: a budget refuses it where nothing is left, and the request
 * costs anything.
 */
export class KnownBudgets implements RequestBudgets {
  private readonly parts: KnownBudgetsParts;

  constructor(parts: KnownBudgetsParts) {
    this.parts = parts;
  }

  moneyLeft(resolution: Resolution): MoneyLeft {
    const { budgets, spender, at } = this.parts;
    return leastLeft(countersAsked(budgets, { ...this.parts, resolution }), {
      at,
      organization: spender.organization,
      leftOf: (counter, limit) => {
        const counted = this.counted(counter);
        return counted && limit - counted.count;
      },
    });
  }

  hasLimit(candidates: readonly RoutingModel[]): boolean {
    return stoppedBy(this.parts.budgets, { ...this.parts, candidates });
  }

  trial(candidates: readonly RoutingModel[], isDowngraded: boolean): BudgetTrial {
    const { budgets, at, isTold } = this.parts;
    const counters = this.countersOf(candidates);
    if (!isTold) return { steps: [], refused: undefined, cheaper: [] };
    const known = counters.flatMap((counter) => this.counted(counter) ?? []);
    const unknown = counters.filter((counter) => !this.counted(counter));
    const full = budgets.isEnforced ? this.full(known, candidates, isDowngraded) : [];
    return {
      steps: [
        ...budgetNotes(known, { at, all: true }).steps,
        ...unknown.flatMap((counter) => counter.budgets).map(unknownStep),
      ],
      refused: this.refused(full, isDowngraded),
      cheaper: isDowngraded ? [] : this.cheaper(full, counters),
    };
  }

  /** What organizations pay themselves counts in no count of all of them. */
  private countersOf(candidates: readonly RoutingModel[]): readonly MoneyCounter[] {
    const { budgets, spender, tags } = this.parts;
    const [first] = candidates;
    const counters = [
      ...budgets.of(spender),
      ...budgets.ofTags(spender, tags),
      ...(first ? budgets.ofModel(first, spender.organization) : []),
    ];
    const isOwn = candidates.every(({ provider }) => payerOf(provider) === 'organization');
    return isOwn ? counters.filter(({ subject }) => isSpendOf(subject, 'organization')) : counters;
  }

  /** Those that leave no room. */
  private full(
    known: readonly CountedMoney[],
    candidates: readonly RoutingModel[],
    isDowngraded: boolean,
  ): readonly CountedMoney[] {
    const { at } = this.parts;
    const costAt = dearestCost(candidates, candidates[0], (model) => leastCost(model, at));
    return known.filter(({ counter, count }) => {
      const most = counter.mostAt(at, isDowngraded);
      return most !== UNLIMITED && count + costAt(counter).likely > most;
    });
  }

  /** The models that budgets name which have a cheaper one serve at their limit: none where no such limit is reached; first those of full ones. */
  private cheaper(
    full: readonly CountedMoney[],
    counters: readonly MoneyCounter[],
  ): readonly string[] {
    const { at } = this.parts;
    const yields = (counter: MoneyCounter): boolean => counter.yieldsAt(at);
    const first = full.map(({ counter }) => counter).filter(yields);
    if (first.length === 0) return [];
    const others = counters.filter((counter) => yields(counter) && !first.includes(counter));
    return [...first, ...others].flatMap(({ budgets }) =>
      budgets.flatMap(({ action, downgradeTo }) =>
        action === 'downgrade' && downgradeTo !== undefined ? [downgradeTo] : [],
      ),
    );
  }

  /** By the one that takes the longest to begin anew; of those that have a cheaper model serve only where no other is full. */
  private refused(full: readonly CountedMoney[], isDowngraded: boolean): BudgetTrial['refused'] {
    const { at } = this.parts;
    const yields = ({ counter }: CountedMoney): boolean => !isDowngraded && counter.yieldsAt(at);
    const blocking = full.filter((one) => !yields(one));
    const refusing = blocking.length > 0 ? blocking : [...full];
    const [last] = refusing.sort((one, other) => other.endsMs - one.endsMs);
    if (!last) return undefined;
    const { counter, count, endsMs } = last;
    const { budget, most } = counter.exceededAt(at, count + 1, isDowngraded);
    const refusal = quotaExceeded({
      budget,
      subject: counter.subject,
      most: counter.toNanoUsd(most),
      count: counter.toNanoUsd(count),
      cost: undefined,
      resetsAtMs: endsMs,
      isLost: false,
      isUngranted: false,
      isUndowngraded: blocking.length === 0,
    });
    return { refusal, ...(budget.kind === 'Budget' ? { policy: budget.name } : {}) };
  }

  private counted(counter: MoneyCounter): CountedMoney | undefined {
    const { budgets, at, figureOf, isTold } = this.parts;
    if (!isTold) return undefined;
    const period = budgets.periods.at(counter.window, at);
    const figure = figureOf(counter.subject, period);
    if (!figure) return undefined;
    const held = counter.unitsOf(Number(figure.reserved));
    const count = counter.unitsOf(Number(figure.spent)) + held;
    return { counter, count, held, endsMs: period.endsMs };
  }
}

/** A unit, where a request costs anything. */
function leastCost({ pricing }: RoutingModel, at: number) {
  const some = { ...NO_TOKENS, input: 1_000_000, output: 1_000_000 };
  const cost = Math.min(1, costOf(some, pricing.at(at), ONE_REQUEST) ?? 0);
  return { likely: cost, sure: cost };
}

const unknownStep = (budget: MoneyCounter['budgets'][number]) =>
  budgetStep(budget, 'unknown', `${budget.name}: what is spent of it is not known here`);
