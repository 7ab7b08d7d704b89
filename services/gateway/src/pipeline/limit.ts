import type { Misfit, Taken } from '@aicp/common/counters/counters';
import { mayYield } from '@aicp/common/counters/ledger';
import { ASK_AGAIN_MS } from '@aicp/common/counters/tally';
import type { Limit } from '@aicp/contracts/limits/limit';
import type { MoneyCounter } from '@aicp/contracts/budgets/money-counter';
import type { Limiter, LimitPlan } from '../limits/limiter.ts';
import { TakenLimits } from '../limits/taken-limits.ts';
import { beyond, limitedRequest, reached, refusalBy } from './limits/limited-request.ts';
import { noted } from './limits/take-plan.ts';
import type { Arrived, Routed } from './exchange/phases.ts';
import type { Refusal } from './exchange/refusal.ts';
import type { Flow, Stage } from './exchange/stage.ts';
import { notesOf } from './spend/budget-notes.ts';
import { usedBeside } from './spend/used-beside.ts';
import { downgraded } from './downgrade.ts';

/** A request, and what it asks of limits and budgets. */
interface Asking {
  readonly phase: Routed;
  readonly plan: LimitPlan;
}

/**
 * Stage: takes what the request asks of all limits and budgets that apply, in one step, or refuses it; where a budget has a cheaper model serve, it takes in that step
 * what this one asks, if that of the first does not fit. What it holds is corrected by the stage `settle`, and given back when a later stage refuses the request.
 */
export const limit: Stage<'routed', 'routed'> = {
  name: 'limit',
  from: 'routed',
  to: 'routed',
  hasEffects: true,
  run(phase, flow) {
    const asking = askingOf(phase);
    const { plan } = asking;
    const refusal = beyond(plan);
    if (plan.demands.length === 0) {
      flow.pass(phase);
    } else if (refusal) {
      refuse(phase, flow, refusal);
    } else {
      const other = cheaper(asking);
      const done = (taken: Taken): void => {
        if (!taken.isTaken) refuse(phase, flow, reached(plan, taken));
        else pass(other && taken.isOther === true ? other : asking, taken, flow);
      };
      phase.exchange.gateway.limiter.take(plan, done, other?.plan);
    }
  },
};

function pass(
  { phase, plan }: Asking,
  taken: Extract<Taken, { isTaken: true }>,
  flow: Flow<Routed>,
): void {
  const held = new TakenLimits(plan, taken);
  const { steps, warning } = notesOf(plan, held.ofMoney, { all: false });
  phase.exchange.steps.push(...steps);
  tellDowngrade(phase);
  flow.pass({ ...phase, taken: held, budgetWarning: warning }, () => {
    if (phase.exchange.embedded) held.settle(usedBeside(phase.exchange));
    else held.giveBack();
  });
}

/** Stage: tells a dry run whether the limits and budgets that apply would let the request pass, and takes nothing. */
export const limitTrial: Stage<'routed', 'routed'> = {
  name: 'limit-trial',
  from: 'routed',
  to: 'routed',
  hasEffects: false,
  run(phase, flow) {
    const { exchange } = phase;
    const asking = exchange.isDryRun ? askingOf(phase) : undefined;
    if (!asking || asking.plan.demands.length === 0) {
      flow.pass(phase);
      return;
    }
    const refusal = beyond(asking.plan);
    if (refusal) refuse(phase, flow, refusal);
    else {
      tryOut(asking).then(
        ({ passed, refused }) => {
          if (refused) refuse(phase, flow, refused);
          else {
            exchange.note('limit', 'allowed');
            flow.pass(passed);
          }
        },
        (error: unknown) => {
          countersUnreadable(phase, error);
          exchange.note('limit', 'allowed');
          flow.pass(phase);
        },
      );
    }
  },
};

/** How limits stand cannot be told for now. */
export const countersUnreadable = ({ exchange }: Arrived, error: unknown): void => {
  exchange.gateway.log.warn({ err: error }, 'counters_unreadable');
};

/** What would come of a request that asks for this, or else for what the cheaper model asks. */
async function tryOut(asking: Asking): Promise<{ passed: Routed; refused: Refusal | undefined }> {
  const first = await look(asking);
  if (first.refusedBy.length === 0) return { passed: asking.phase, refused: undefined };
  const refused = reached(asking.plan, first);
  const other = mayYield(asking.plan.demands, first) ? cheaper(asking) : undefined;
  if (!other) return { passed: asking.phase, refused };
  const second = await look(other);
  if (second.refusedBy.length > 0) return { passed: asking.phase, refused };
  tellDowngrade(other.phase);
  return { passed: other.phase, refused: undefined };
}

async function look({ phase, plan }: Asking): Promise<Misfit> {
  const misfit = await phase.exchange.gateway.limiter.peek(plan);
  const ofMoney = misfit.standings.slice(plan.limits.length);
  phase.exchange.steps.push(...notesOf(plan, ofMoney, { all: true }).steps);
  return misfit;
}

const askingOf = (phase: Routed): Asking => ({
  phase,
  plan: phase.exchange.gateway.limiter.plan(limitedRequest(phase, phase.candidates[0])),
});

/** What the cheaper model of a budget asks that has one serve at its limit, where it may serve and its limits ever have so much. */
function cheaper({ phase, plan }: Asking): Asking | undefined {
  const { runtime, gateway } = phase.exchange;
  if (plan.money.length === 0 || !runtime.budgets.isEnforced) return undefined;
  const yielding = yieldingOf(plan, gateway.limiter);
  const routed = yielding.length > 0 ? downgraded(phase, yielding) : undefined;
  const other = routed && askingOf(routed);
  return other && !beyond(other.plan) ? other : undefined;
}

/** Counters whose budgets have a cheaper model serve at their limits: first those that have no room, as far as that is known at once. */
function yieldingOf(plan: LimitPlan, limiter: Pick<Limiter, 'known'>): readonly MoneyCounter[] {
  const [before, { demands }] = [plan.limits.length, plan];
  const yielding = plan.money.filter((_, index) => demands[before + index]?.yields === true);
  if (yielding.length < 2) return yielding;
  const known = limiter.known(plan);
  const isFull = (counter: MoneyCounter): boolean => {
    const index = before + plan.money.indexOf(counter);
    return (known[index]?.remaining ?? Infinity) < (demands[index]?.amount ?? 0);
  };
  return [...yielding.filter(isFull), ...yielding.filter((counter) => !isFull(counter))];
}

function tellDowngrade({ exchange, isDowngraded, candidates, requestedName }: Routed): void {
  const [first] = candidates;
  if (!isDowngraded || !first) return;
  exchange.note('budget', 'downgraded', `${requestedName} to ${first.id}`);
}

/** Refuses a request before its body is read: a limit on concurrent requests leaves no room for it. */
export function refuseByTurns(phase: Arrived, flow: Refusing, limit: Limit): void {
  refuse(phase, flow, refusalBy(limit, ASK_AGAIN_MS));
}

type Refusing = Pick<Flow<Arrived>, 'refuse'>;

function refuse(phase: Arrived, flow: Refusing, refusal: Refusal): void {
  flow.refuse(noted(phase, refusal));
}
