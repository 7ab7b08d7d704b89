import { MemoryCounters } from '@aicp/common/counters/memory-counters';
import { Budgets } from '@aicp/contracts/budgets/budgets';
import { RateLimits } from '@aicp/contracts/limits/rate-limits';
import { BUDGET_SCOPES, type BudgetScope } from '@aicp/contracts/spend/spend-subject';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Holders } from '../memory/holders.ts';
import { budget } from '../testing/budgets.ts';
import { principal } from '../testing/request-facts.ts';
import { Limiter, type LimitPlan } from './limiter.ts';
import { TakenLimits } from './taken-limits.ts';

const AT = Date.UTC(2026, 4, 5, 12);
const callers = ['a', 'b', 'c', 'd'].map((key, index) =>
  principal({
    key,
    organization: index === 3 ? 'globex' : 'acme',
    team: index % 2 === 0 ? 'ml' : 'web',
    user: 'ada',
    metadata: { project: index < 2 ? 'x' : 'y' },
  }),
);
const rateLimits = new RateLimits({
  policies: [],
  teams: [],
  globalRpm: undefined,
  timeZone: 'UTC',
});

/** A limit in nano-USD for each one of a scope. */
const limits = fc.dictionary(
  fc.constantFrom(...BUDGET_SCOPES.filter((scope) => scope !== 'model')),
  fc.integer({ min: 0, max: 300 }),
);
const action = fc.oneof(
  fc.record({
    caller: fc.nat(callers.length - 1),
    sure: fc.integer({ min: 0, max: 60 }),
    more: fc.integer({ min: 0, max: 60 }),
  }),
  fc.record({ settles: fc.nat(), cost: fc.integer({ min: 0, max: 200 }) }),
  fc.record({ givesBack: fc.nat() }),
);

type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

interface Open {
  readonly plan: LimitPlan;
  readonly taken: TakenLimits;
}

/** What is spent and reserved of each counter, by all that was taken and settled. */
class Model {
  readonly used = new Map<string, number>();
  readonly held = new Map<string, number>();
  /** By how much settlements were beyond what was reserved. */
  readonly beyond = new Map<string, number>();

  fits({ demands }: LimitPlan): boolean {
    return demands.every(({ counter, amount, limit }) => {
      const count = sumOf(this.used, counter) + sumOf(this.held, counter);
      return count + amount <= limit;
    });
  }

  take({ demands }: LimitPlan): void {
    for (const { counter, amount } of demands) add(this.held, counter, amount);
  }

  end({ demands }: LimitPlan, cost: number): void {
    for (const { counter, amount } of demands) {
      add(this.held, counter, -amount);
      add(this.used, counter, cost);
      add(this.beyond, counter, Math.max(0, cost - amount));
    }
  }
}

const sumOf = (sums: ReadonlyMap<string, number>, name: string): number => sums.get(name) ?? 0;

const add = (sums: Map<string, number>, name: string, amount: number): void => {
  sums.set(name, sumOf(sums, name) + amount);
};

/** The budgets under test and the model, side by side. */
class Pair {
  private readonly budgets: Budgets;
  private readonly counters = new MemoryCounters({ now: () => AT, monotonic: () => 0 });
  private readonly limiter = new Limiter(this.counters, new Holders());
  private readonly model = new Model();
  private readonly open: Open[] = [];

  constructor(limitOf: Readonly<Record<string, number>>) {
    const budgets = Object.entries(limitOf).map(([scope, limit]) =>
      budget(scope, '0', { scope: scope as BudgetScope, hard: String(limit) }),
    );
    this.budgets = new Budgets({ budgets, timeZone: 'UTC', isEnforced: true });
  }

  run(one: Action): void {
    if ('caller' in one) this.ask(one);
    else if ('settles' in one) this.settle(one.settles, one.cost);
    else this.giveBack(one.givesBack);
  }

  /** Ends what is under way, and looks at what is counted then. */
  check(): void {
    while (this.open.length > 0) this.settle(0, 1);
    for (const counter of callers.flatMap((caller) => this.budgets.of(caller))) {
      const { name } = counter;
      const window = this.budgets.periods.windowAt(counter.window, AT);
      const demand = { counter: name, window, limit: 1e9, amount: 0, isHeld: false };
      const [standing] = this.counters.glance([demand]).standings;
      const used = sumOf(this.model.used, name);
      expect(standing).toMatchObject({ remaining: 1e9 - used, held: 0 });
      expect(used).toBeLessThanOrEqual(counter.mostAt(AT, false) + sumOf(this.model.beyond, name));
    }
  }

  private ask({ caller, sure, more }: Extract<Action, { caller: number }>): void {
    const { budgets } = this;
    const cost = { likely: sure + more, sure };
    const plan = this.limiter.plan({
      ...{ rateLimits, principal: callers[caller] ?? principal({}), user: undefined },
      ...{ model: undefined, tokens: 0, at: AT },
      spend: { budgets, tags: undefined, costOf: () => cost, isDowngraded: false },
    });
    this.limiter.take(plan, (taken) => {
      expect(taken.isTaken).toBe(this.model.fits(plan));
      if (!taken.isTaken) return;
      this.model.take(plan);
      this.open.push({ plan, taken: new TakenLimits(plan, taken) });
    });
  }

  private settle(which: number, cost: number): void {
    const one = this.closed(which);
    if (!one) return;
    one.taken.settle({ tokens: 0, most: 0, cost, payer: 'platform' });
    this.model.end(one.plan, cost);
  }

  private giveBack(which: number): void {
    const one = this.closed(which);
    if (!one) return;
    one.taken.giveBack();
    this.model.end(one.plan, 0);
  }

  private closed(which: number): Open | undefined {
    const { open } = this;
    return open.splice(which % Math.max(1, open.length), 1)[0];
  }
}

it('budgets of all scopes let pass what a model of them lets pass, and spend no more than their limits and what was not reserved', () => {
  fc.assert(
    fc.property(limits, fc.array(action, { maxLength: 80 }), (limitOf, actions) => {
      const pair = new Pair(limitOf);
      for (const one of actions) pair.run(one);
      pair.check();
    }),
    { numRuns: 200 },
  );
});
