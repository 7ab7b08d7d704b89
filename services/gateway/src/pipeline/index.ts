import { abtest } from './abtest.ts';
import { access } from './access.ts';
import { admit } from './admit.ts';
import { authenticate } from './authenticate.ts';
import { lookAlike } from './alike/look-alike.ts';
import { lookUp } from './cache/look-up.ts';
import { remember } from './cache/remember.ts';
import { countUsage } from './count-usage.ts';
import { decide } from './decide.ts';
import { dispatch } from './dispatch/dispatch.ts';
import type { Exchange } from './exchange/exchange.ts';
import { StageList } from './exchange/stage.ts';
import { guardPrompt } from './guard-prompt.ts';
import { bind, openHeld } from './held/bind.ts';
import { intend } from './intend.ts';
import { keepOpen } from './keep-open.ts';
import { judgeAnswer } from './judge-answer.ts';
import { limit, limitTrial } from './limit.ts';
import { maintenance } from './maintenance.ts';
import { nameModel } from './name-model.ts';
import { Passage } from './passage.ts';
import { permission, policies } from './policies.ts';
import { prices } from './prices.ts';
import { prompt } from './prompt.ts';
import { read } from './read.ts';
import { resolve } from './resolve.ts';
import { respond } from './respond.ts';
import { settle } from './settle.ts';

/**
 * What happens to a request, in this order. Each stage begins in the phase in which the one before it ends. Guardrails
 * look at answers during the dispatch, as they come; where judges are asked about them, they are held for `judgeAnswer`.
 */
export const STAGES = StageList.from(authenticate)
  .add(admit)
  .add(read)
  .add(maintenance)
  .add(prompt)
  .add(nameModel)
  .add(resolve)
  .add(access)
  .add(openHeld)
  .add(policies)
  .add(permission)
  .add(bind)
  .add(guardPrompt)
  .add(lookUp)
  .add(prices)
  .add(abtest)
  .add(limitTrial)
  .add(limit)
  .add(lookAlike)
  .add(intend)
  .add(dispatch)
  .add(countUsage)
  .add(judgeAnswer)
  .add(keepOpen)
  .add(respond)
  .add(remember)
  .add(settle)
  .add(decide).stages;

/** A dry run goes through the same stages, without those that have effects, and is told the decision. */
export const DRY_RUN_STAGES = STAGES.filter((stage) => !stage.hasEffects);

/** Takes a request from its arrival to the end of its answer. */
export function run(exchange: Exchange): void {
  new Passage(exchange, exchange.isDryRun ? DRY_RUN_STAGES : STAGES).begin();
}
