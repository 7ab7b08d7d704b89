import type { Taken } from '@aicp/common/counters/counters';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { CALL_ATTRIBUTE, type DecisionStep } from '@aicp/contracts/decision/decision-record';
import { refusedResult, servedResult, type DecisionResult } from '@aicp/contracts/routing/decide';
import { askerOf } from '@aicp/contracts/routing/request/request-attributes';
import { payerOf } from '@aicp/contracts/spend/payer';
import { NO_TOKENS, type Completion } from '@aicp/contracts/usage/usage-record';
import { Decision } from '../decisions/decision.ts';
import type { LimitPlan } from '../limits/limiter.ts';
import { TakenLimits } from '../limits/taken-limits.ts';
import { guardrailStopped, unavailable, type Refusal } from '../pipeline/exchange/refusal.ts';
import { beyond, reached } from '../pipeline/limits/limited-request.ts';
import type { OutcomeLine } from '../usage/journal/codec.ts';
import { outcomeText } from '../usage/journal/encode.ts';
import { verdictSteps } from '../guardrails/acting/verdict-steps.ts';
import type { Stop } from '../guardrails/output/output-guard.ts';
import type { RequestGuards } from '../guardrails/request-guards.ts';
import type { CallTarget } from './call-target.ts';
import type { Caller } from './caller.ts';
import { tellCost } from './told-cost.ts';

/** How a call ended. */
export interface CallEnd {
  /** `refused`: nobody was asked after all, and it costs nothing. */
  readonly completion: Exclude<Completion, 'unknown'>;
  /** HTTP status that the client gets; null where it gets none. */
  readonly status: number | null;
  /** Why a guardrail kept the answer back, where one did. */
  readonly withheld?: Pick<Refusal, 'code' | 'message'>;
}

/** What guardrails say of a call, as it goes on. */
type CallGuards = Pick<RequestGuards, 'verdicts'>;

/** What guardrails have to do with a call. */
export interface CallGuarding {
  /** Undefined: none acts on it. */
  readonly guards: CallGuards | undefined;
  /** Why what was to be sent is not. */
  readonly stop?: Stop | undefined;
}

const NOT_GUARDED: CallGuarding = { guards: undefined };

const RETRY_AFTER_SECONDS = 5;
const NOT_RECORDED =
  'Calls cannot be recorded for now, so that nothing is called. Try again later, or ask whoever runs this gateway to look at its disk.';

/**
 * A call of a tool or an agent, from what it takes of limits and budgets until its outcome is in the journal. It ends once: by `end`, or with the
 * connection of a client that left.
 */
export class Call {
  /** Of the usage record. */
  readonly id: string;
  readonly target: CallTarget;
  private readonly caller: Caller;
  private readonly guards: CallGuards | undefined;
  private readonly held: TakenLimits;
  private readonly startedAt: number;
  private isOver = false;

  private constructor({ caller, target, guards }: Asked, begun: Begun) {
    this.caller = caller;
    this.target = target;
    this.guards = guards;
    this.id = begun.id;
    this.held = begun.held;
    this.startedAt = caller.gateway.clock.monotonic();
    caller.gateway.metrics.inFlight += 1;
    this.tell(this.price);
    caller.response.once('close', () => {
      this.end({ completion: 'client_gone', status: this.statusOfGone() });
    });
  }

  /** Takes what the call asks of limits and budgets, and writes into the journal that it is about to be sent; or refuses it, which is recorded. What a guardrail stopped takes nothing. */
  static async begin(
    caller: Caller,
    target: CallTarget,
    { guards, stop }: CallGuarding = NOT_GUARDED,
  ): Promise<Call | Refusal> {
    const { gateway } = caller;
    const id = uuidV7(caller.at);
    const asked = { caller, target, id, guards };
    if (stop) return refused(asked, guardrailStopped('request', stop));
    const plan = planOf(caller, target);
    const refusal = beyond(plan);
    if (refusal) return refused(asked, refusal);
    const taken = await new Promise<Taken>((resolve) => {
      gateway.limiter.take(plan, resolve);
    });
    if (!taken.isTaken) return refused(asked, reached(plan, taken));
    const held = new TakenLimits(plan, taken);
    const mayGo = await new Promise<boolean>((resolve) => {
      gateway.journal.intend(id, intentOf(asked), resolve);
    });
    if (mayGo) return new Call(asked, { id, held });
    held.giveBack();
    const unrecorded = unavailable('journal_unavailable', NOT_RECORDED, RETRY_AFTER_SECONDS);
    return refused(asked, unrecorded);
  }

  /** What is left of limits, as it was when the call began, as a flat list of headers. */
  get headers(): string[] {
    const headers: string[] = [];
    this.held.addHeaders(headers);
    return headers;
  }

  /** The call is over: corrects what the limits hold and what the answer says that it costs, unless it has its head, and writes what came of it. Only the first time counts. */
  end({ completion, status, withheld }: CallEnd): void {
    if (this.isOver) return;
    this.isOver = true;
    const { caller, target, held, id, guards } = this;
    const { gateway } = caller;
    gateway.metrics.inFlight -= 1;
    caller.place.endTurn();
    const cost = completion === 'refused' || completion === 'provider_failed' ? 0 : this.price;
    this.tell(cost - this.price);
    if (completion === 'refused') held.giveBack();
    else held.settle({ tokens: 0, most: 0, cost, payer: payerOf(target.model.provider) });
    const ms = rounded(gateway.clock.monotonic() - this.startedAt);
    const told = verdictsOf(guards);
    const outcome: OutcomeLine = { o: id, tok: [0, 0, 0, 0, 0], status, ms, cost, ...told };
    if (completion !== 'complete') outcome.end = completion;
    if (completion === 'refused') outcome.tries = 0;
    gateway.journal.settle(id, outcomeText(outcome));
    measure(caller, { target, completion, status, ms, cost, guards });
    const result = servedResult(target.model, status ?? CLIENT_GONE, withheld);
    keepDecision({ caller, target, id, guards }, { steps: SERVED, result });
  }

  /** Nano-USD. */
  private get price(): number {
    const { runtime, at } = this.caller;
    if (!runtime.settings.costTracking) return 0;
    return Number(this.target.model.pricing.at(at).perRequest);
  }

  private tell(nanoUsd: number): void {
    const { runtime, response } = this.caller;
    if (runtime.settings.costTracking) tellCost(response, nanoUsd);
  }

  private statusOfGone(): number | null {
    const { response } = this.caller;
    return response.headersSent ? response.statusCode : null;
  }
}

/** What proxies log for a client that left before its answer. */
const CLIENT_GONE = 499;
const SERVED: readonly DecisionStep[] = [{ stage: 'call', outcome: 'allowed' }];

interface Begun {
  readonly id: string;
  readonly held: TakenLimits;
}

interface Asked {
  readonly caller: Caller;
  readonly target: CallTarget;
  readonly id: string;
  readonly guards: CallGuards | undefined;
}

/** What guardrails said, where any did. */
function verdictsOf(guards: CallGuards | undefined): Pick<OutcomeLine, 'grd'> {
  const verdicts = guards?.verdicts ?? [];
  return verdicts.length > 0 ? { grd: [...verdicts] } : {};
}

/** All limits and budgets of the caller and of what is called. */
function planOf({ gateway, runtime, principal, at }: Caller, target: CallTarget): LimitPlan {
  const { budgets, settings, rateLimits } = runtime;
  const { model, limits } = target;
  const cost = Number(model.pricing.at(at).perRequest);
  const isCounted = settings.costTracking && !(budgets.isEmpty && !principal.maxBudget);
  const asked = { rateLimits, principal, user: undefined, model, tokens: 0, at };
  return gateway.limiter.plan({
    ...asked,
    more: limits,
    ...(isCounted
      ? {
          spend: {
            budgets,
            tags: undefined,
            isDowngraded: false,
            isOwn: payerOf(model.provider) === 'organization',
            costOf: () => ({ likely: cost, sure: cost }),
          },
        }
      : {}),
  });
}

function intentOf({ caller, target, id }: Omit<Asked, 'guards'>): string {
  const { gateway, principal, runtime, at, requestId } = caller;
  return gateway.intents.encode({
    ...{ id, requestId, at, principal, user: undefined, tags: undefined, policy: undefined },
    requestedName: target.model.id,
    model: target.model,
    revision: runtime.revision,
    likelyTokens: [0, 0],
    priced: runtime.settings.costTracking,
  });
}

/** Records a call that nobody was asked for. */
function refused(asked: Asked, refusal: Refusal): Refusal {
  const { caller, guards } = asked;
  const { gateway } = caller;
  const { status, message: detail, policy } = refusal;
  const ms = rounded(gateway.clock.now() - caller.at);
  const tok: OutcomeLine['tok'] = [0, 0, 0, 0, 0];
  const outcome: OutcomeLine = { o: asked.id, tok, end: 'refused', status, ms };
  gateway.journal.refuse(
    intentOf(asked),
    outcomeText({ ...outcome, tries: 0, cost: 0, ...verdictsOf(guards) }),
  );
  measure(caller, { target: undefined, completion: 'refused', status, ms, cost: 0, guards });
  const step = { stage: 'call', outcome: 'refused', detail };
  const steps = [policy === undefined ? step : { ...step, policy }];
  keepDecision(asked, { steps, result: refusedResult(refusal) });
  return refusal;
}

function measure(
  { gateway }: Caller,
  told: {
    readonly target: CallTarget | undefined;
    readonly completion: Completion;
    readonly status: number | null;
    readonly ms: number;
    readonly cost: number;
    readonly guards: CallGuards | undefined;
  },
): void {
  const { target, completion, status, ms, cost, guards } = told;
  if (guards) gateway.metrics.guardrails.record(guards.verdicts);
  gateway.metrics.record({
    model: target?.model.id,
    provider: target?.model.provider.id,
    ...{ completion, status, latency_ms: ms, first_token_ms: null },
    cost_nano_usd: cost,
    tokens: NO_TOKENS,
  });
}

function keepDecision(
  { caller, target, id, guards }: Asked,
  { steps, result }: { readonly steps: readonly DecisionStep[]; readonly result: DecisionResult },
): void {
  const { gateway, principal, use, runtime, at, requestId } = caller;
  const verdicts = guards?.verdicts ?? [];
  gateway.decisions.add(
    new Decision({
      ...{ id, at, requestId, revision: runtime.revision, result },
      steps: [...verdictSteps(verdicts, 'input'), ...steps, ...verdictSteps(verdicts, 'output')],
      requestedModel: target.model.id,
      attributes: { ...askerOf(principal, undefined), [CALL_ATTRIBUTE]: use },
      candidates: [target.model],
    }),
  );
}

const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;
