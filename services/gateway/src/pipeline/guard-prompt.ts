import type { GuardSet } from '../guardrails/book/guard-set.ts';
import { ActingGuards } from '../guardrails/acting/acting-guards.ts';
import { askJudges, hasJudges } from '../guardrails/acting/ask-judges.ts';
import { lookAtTexts, type LookedAt } from '../guardrails/acting/look-at-texts.ts';
import { verdictSteps } from '../guardrails/acting/verdict-steps.ts';
import { toldOfCaller } from '../guardrails/judges/told-of-caller.ts';
import type { Routed } from './exchange/phases.ts';
import { guardrailStopped, internalError } from './exchange/refusal.ts';
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
    const guarding: Guarding = { phase, flow, guards };
    const { scanner } = phase.exchange.gateway;
    const looked = lookAtTexts(guards.ofRequest, phase.input.promptTexts(), scanner);
    const isAtOnce = !(looked instanceof Promise);
    if (isAtOnce && (looked.stop || !hasJudges(guards.ofRequest)))
      goOn(guarding, resultOf(phase.input, looked));
    else {
      judged(guarding, looked)
        .then((result) => {
          goOn(guarding, result);
        })
        .catch((error: unknown) => {
          failed(guarding, error);
        });
    }
  },
};

interface Guarding {
  readonly phase: Routed;
  readonly flow: Flow<Routed>;
  readonly guards: ActingGuards;
}

/** What becomes of a request: it goes on as `input`, or it is stopped. */
interface Result extends Pick<LookedAt, 'stop'> {
  readonly input: Routed['input'];
}

/** The guardrails that act on a request, whoever of its candidates serves it; undefined where none does. */
export function setFor({
  exchange,
  principal,
  resolution,
  candidates,
}: Routed): GuardSet | undefined {
  const { guardrails } = exchange.runtime;
  if (!guardrails) return undefined;
  const { key, team, organization } = principal;
  const models = [resolution.id, ...candidates.map(({ id }) => id)];
  return guardrails.setFor({ key, team, organization, models });
}

/** Asks the judges about what detectors left. A dry run asks nobody. */
async function judged(
  { phase, guards }: Guarding,
  looking: LookedAt | Promise<LookedAt>,
): Promise<Result> {
  const looked = resultOf(phase.input, await looking);
  const { exchange } = phase;
  if (looked.stop || !hasJudges(guards.ofRequest)) return looked;
  if (exchange.isDryRun) {
    for (const [place, { judge }] of guards.ofRequest.side.guardrails.entries()) {
      if (judge) guards.ofRequest.verdicts.skipped(place, 'dry_run');
    }
    return looked;
  }
  const { input } = looked;
  const leaving = new AbortController();
  exchange.response.on('close', () => {
    leaving.abort();
  });
  const said = await askJudges(guards.ofRequest, {
    judges: exchange.gateway.judges,
    texts: input.promptTexts().texts,
    model: phase.resolution.id,
    metadata: { ...toldOfCaller(phase.principal), request_id: exchange.requestId },
    signal: leaving.signal,
  });
  return resultOf(input, said);
}

/** A request that is stopped stays as it is. */
const resultOf = (input: Routed['input'], { stop, replaced }: LookedAt): Result => ({
  stop,
  input: stop || replaced.size === 0 ? input : input.withTexts(replaced),
});

function goOn({ phase, flow, guards }: Guarding, { stop, input }: Result): void {
  const { exchange } = phase;
  exchange.steps.push(...verdictSteps(guards.verdicts, 'input'));
  if (stop) flow.refuse(guardrailStopped('request', stop));
  else flow.pass(input === phase.input ? phase : { ...phase, input });
}

/** Whoever left hears nothing; everything else is a fault of ours. */
function failed({ phase, flow }: Guarding, error: unknown): void {
  const { gateway, requestId, isGone } = phase.exchange;
  if (!isGone) gateway.log.error({ err: error, request_id: requestId }, 'request_failed');
  flow.refuse(internalError());
}
