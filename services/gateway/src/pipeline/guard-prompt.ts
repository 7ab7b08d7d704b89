import type { GuardSet } from '../guardrails/book/guard-set.ts';
import { ActingGuards } from '../guardrails/acting/acting-guards.ts';
import { askJudges, hasJudges } from '../guardrails/acting/ask-judges.ts';
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
    const guarding: Guarding = { phase, flow, guards };
    const looked = lookAtPrompt(guards, phase.input.promptTexts());
    const isAtOnce = !(looked instanceof Promise);
    if (isAtOnce && (looked.stop || !hasJudges(guards))) goOn(guarding, looked);
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

/** What becomes of a request: it goes on, with other texts in the place of some, or it is stopped. */
type Result = Pick<LookedAt, 'stop'> & { readonly input?: Routed['input'] | undefined } & Partial<
    Pick<LookedAt, 'replaced'>
  >;

/** The guardrails that act on a request, whoever of its candidates serves it; undefined where none does. */
function setFor({ exchange, principal, resolution, candidates }: Routed): GuardSet | undefined {
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
  const looked = await looking;
  const { exchange } = phase;
  if (looked.stop || !hasJudges(guards)) return looked;
  if (exchange.isDryRun) {
    for (const [place, { judge }] of guards.set.input.guardrails.entries()) {
      if (judge) guards.input.skipped(place, 'dry_run');
    }
    return looked;
  }
  const input = withTexts(phase.input, looked.replaced);
  const leaving = new AbortController();
  exchange.response.on('close', () => {
    leaving.abort();
  });
  const said = await askJudges(guards, {
    judges: exchange.gateway.judges,
    texts: input.promptTexts().texts,
    model: phase.resolution.id,
    metadata: metadataOf(phase),
    signal: leaving.signal,
  });
  return { stop: said.stop, input: withTexts(input, said.replaced) };
}

const withTexts = (
  input: Routed['input'],
  replaced: ReadonlyMap<number, string>,
): Routed['input'] => (replaced.size === 0 ? input : input.withTexts(replaced));

/** What a judge is told of who asks. */
function metadataOf({ exchange, principal }: Routed): Record<string, string> {
  const { organization, team, key } = principal;
  const said = { organization, team, key, request_id: exchange.requestId };
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function goOn({ phase, flow, guards }: Guarding, { stop, input, replaced }: Result): void {
  const { exchange } = phase;
  for (const { guardrail, verdict, reason, findings } of guards.input.verdicts()) {
    const found = findings.map(({ label, action, count }) => `${count} ${label} (${action})`);
    const detail = [reason, ...found].filter((one) => one !== undefined).join(', ');
    exchange.steps.push({
      ...{ stage: 'guardrails', outcome: verdict, policy: guardrail },
      ...(detail !== '' && { detail }),
    });
  }
  // An answer that nobody could get is not asked for.
  const withheld = exchange.isDryRun ? undefined : guards.output?.stoppedBy;
  if (stop) flow.refuse(guardrailBlocked('request', stop));
  else if (withheld) flow.refuse(guardrailBlocked('answer', withheld));
  else passOn({ phase, flow, guards }, input ?? withTexts(phase.input, replaced ?? NONE));
}

const NONE: ReadonlyMap<number, string> = new Map();

function passOn({ phase, flow }: Guarding, input: Routed['input']): void {
  flow.pass(input === phase.input ? phase : { ...phase, input });
}

/** Whoever left hears nothing; everything else is a fault of ours. */
function failed({ phase, flow }: Guarding, error: unknown): void {
  const { gateway, requestId, isGone } = phase.exchange;
  if (!isGone) gateway.log.error({ err: error, request_id: requestId }, 'request_failed');
  flow.refuse(internalError());
}
