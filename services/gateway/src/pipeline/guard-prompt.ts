import type { GuardSet } from '../guardrails/book/guard-set.ts';
import { ActingGuards } from '../guardrails/acting/acting-guards.ts';
import { lookAtPrompt, type LookedAt } from '../guardrails/acting/look-at-prompt.ts';
import type { Routed } from './exchange/phases.ts';
import { guardrailBlocked, internalError } from './exchange/refusal.ts';
import type { Flow, Stage } from './exchange/stage.ts';

/**
 * Stage: has guardrails look at what the model reads, before the request takes anything of limits and budgets. What they replace no provider
 * sees; what they stop is refused.
 */
export const guardPrompt: Stage<'routed', 'routed'> = {
  name: 'guardrails',
  from: 'routed',
  to: 'routed',
  hasEffects: false,
  run(phase, flow) {
    const set = setFor(phase);
    if (!set) {
      flow.pass(phase);
      return;
    }
    const guards = new ActingGuards(set);
    phase.exchange.guards = guards;
    const looked = lookAtPrompt(guards, phase.input.promptTexts());
    if (!(looked instanceof Promise)) {
      goOn({ phase, flow, guards }, looked);
      return;
    }
    looked
      .then((result) => {
        goOn({ phase, flow, guards }, result);
      })
      .catch((error: unknown) => {
        const { gateway, requestId } = phase.exchange;
        gateway.log.error({ err: error, request_id: requestId }, 'request_failed');
        flow.refuse(internalError());
      });
  },
};

interface Guarding {
  readonly phase: Routed;
  readonly flow: Flow<Routed>;
  readonly guards: ActingGuards;
}

/** The guardrails that act on a request, whoever of its candidates serves it; undefined where none does. */
function setFor({ exchange, principal, resolution, candidates }: Routed): GuardSet | undefined {
  const { guardrails } = exchange.runtime;
  if (!guardrails) return undefined;
  const { key, team, organization } = principal;
  const models = [resolution.id, ...candidates.map(({ id }) => id)];
  return guardrails.setFor({ key, team, organization, models });
}

function goOn({ phase, flow, guards }: Guarding, { stop, replaced }: LookedAt): void {
  const { exchange } = phase;
  const stopped = stop ?? withoutJudges(guards, exchange.isDryRun);
  for (const { guardrail, verdict, reason, findings } of guards.input.verdicts()) {
    const found = findings.map(({ label, action, count }) => `${count} ${label} (${action})`);
    const detail = [reason, ...found].filter((one) => one !== undefined).join(', ');
    exchange.steps.push({
      ...{ stage: 'guardrails', outcome: verdict, policy: guardrail },
      ...(detail !== '' && { detail }),
    });
  }
  if (stopped) flow.refuse(guardrailBlocked('request', stopped));
  else if (replaced.size === 0) flow.pass(phase);
  else flow.pass({ ...phase, input: phase.input.withTexts(replaced) });
}

/** A guardrail that asks a judge says nothing without it: `onFail` decides. A dry run asks nobody. */
function withoutJudges(guards: ActingGuards, isDryRun: boolean) {
  for (const [place, { judge }] of guards.set.input.guardrails.entries()) {
    if (!judge) continue;
    if (isDryRun) guards.input.skipped(place, 'dry_run');
    else {
      const stop = guards.input.failed(place, 'judge_not_asked');
      if (stop) return stop;
    }
  }
  return undefined;
}
