import { access } from '../../pipeline/access.ts';
import { countUsage } from '../../pipeline/count-usage.ts';
import { decide } from '../../pipeline/decide.ts';
import { StageList, type Stage } from '../../pipeline/exchange/stage.ts';
import { intend } from '../../pipeline/intend.ts';
import { maintenance } from '../../pipeline/maintenance.ts';
import { nameModel } from '../../pipeline/name-model.ts';
import { permission, policies } from '../../pipeline/policies.ts';
import { prices } from '../../pipeline/prices.ts';
import { resolve } from '../../pipeline/resolve.ts';
import { settle } from '../../pipeline/settle.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';
import { sessionOver } from '../api/refusals.ts';
import type { SessionFacts } from '../api/session-input.ts';
import { guardSession } from '../stages/guard-session.ts';
import { authenticateHolder } from '../../pipeline/authenticate.ts';
import { readHead } from '../stages/read-head.ts';
import { keepModel } from '../../pipeline/held/keep-model.ts';

/** What sets one response apart. */
export interface TurnParts {
  readonly facts: Omit<SessionFacts, 'model'>;
  /** That of its session, or the one that wrote down what was said. */
  readonly model: RuntimeModel;
  /** It wrote down what was said, and is to be charged for it. */
  readonly hasWritten: boolean;
  /** Takes its part of limits and budgets. */
  readonly limit: Stage<'routed', 'routed'>;
  /** The session. */
  readonly dispatch: Stage<'routed', 'answered'>;
}

/** What happens to a response of a session: the stages of every request, but for those that its session went through for all of them. */
export function turnStages({
  facts,
  model,
  hasWritten,
  limit,
  dispatch,
}: TurnParts): readonly Stage[] {
  const routed = StageList.from(authenticateHolder)
    .add(readHead(facts))
    .add(maintenance)
    .add(nameModel)
    .add(resolve)
    .add(access)
    .add(policies);
  const kept = hasWritten
    ? routed.add(chargeWriter(model)).add(guardSession)
    : routed.add(permission).add(guardSession).add(prices).add(keepModel(model, sessionOver));
  return kept.add(limit).add(intend).add(dispatch).add(countUsage).add(settle).add(decide).stages;
}

/** Stage: what was said was written down by this model already, whatever a policy would have of it and whether it has a price. */
const chargeWriter = (model: RuntimeModel): Stage<'routed', 'routed'> => ({
  name: 'keep-model',
  from: 'routed',
  to: 'routed',
  hasEffects: false,
  run(phase, flow) {
    const { resolution } = phase;
    const isSame = resolution.kind === 'model' && resolution.id === model.id;
    flow.pass({ ...phase, candidates: [isSame ? resolution : model] });
  },
});
