import { tryTests } from '@aicp/contracts/routing/trial/try-tests';
import type { Routed } from './exchange/phases.ts';
import type { Stage } from './exchange/stage.ts';
import { withPrices } from './prices.ts';

/** Stage: whether an A/B test has the variant serve a request for its base model. Requests of no test pay one look-up. What is answered from the cache takes part in none. */
export const abtest: Stage<'routed', 'routed'> = {
  name: 'abtest',
  from: 'routed',
  to: 'routed',
  hasEffects: false,
  isSkippedByHits: true,
  run(phase, flow) {
    flow.pass(phase.exchange.runtime.abTests.isEmpty ? phase : tried(phase));
  },
};

function tried(phase: Routed): Routed {
  const { exchange, principal, resolution, input } = phase;
  const trial = tryTests({
    tests: exchange.runtime.abTests,
    resolution,
    route: phase,
    principal,
    user: input.user,
    id: exchange.id,
    hasPrice: (candidates) =>
      withPrices({ ...phase, candidates }).priced.candidates[0] === candidates[0],
  });
  if (!trial) return phase;
  const { candidates, assignment, steps } = trial;
  exchange.steps.push(...steps);
  return { ...phase, candidates, assignment };
}
