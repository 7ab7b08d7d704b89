import { ActingGuards } from '../../guardrails/acting/acting-guards.ts';
import { lookAtTexts } from '../../guardrails/acting/look-at-texts.ts';
import { verdictSteps } from '../../guardrails/acting/verdict-steps.ts';
import type { GuardSet } from '../../guardrails/book/guard-set.ts';
import { guardrailStopsSessions } from '../api/refusals.ts';
import type { Stage } from '../../pipeline/exchange/stage.ts';
import { setFor } from '../../pipeline/guard-prompt.ts';

/**
 * Stage: refuses a session where a guardrail applies that would stop or replace something, since nothing of what is said in it is looked at. One that only
 * monitors says that it saw nothing.
 */
export const guardSession: Stage<'routed', 'routed'> = {
  name: 'guardrails',
  from: 'routed',
  to: 'routed',
  hasEffects: false,
  run(phase, flow) {
    const set = setFor(phase);
    const acting = set && actingIn(set);
    if (acting !== undefined) {
      flow.refuse(guardrailStopsSessions(acting));
      return;
    }
    if (set) {
      const guards = new ActingGuards(set);
      const { exchange, input } = phase;
      exchange.guards = guards;
      for (const side of [guards.ofRequest, guards.ofAnswer])
        void lookAtTexts(side, input.promptTexts(), exchange.gateway.scanner);
      exchange.steps.push(...verdictSteps(guards.verdicts, 'input'));
    }
    flow.pass(phase);
  },
};

/** The first guardrail that does more than monitor. */
const actingIn = ({ input, output }: GuardSet): string | undefined =>
  [...input.guardrails, ...output.guardrails].find(({ mode }) => mode !== 'monitor')?.id;
