import type { Stage } from '../kit/stage.ts';
import { focusByKeys } from './focus.ts';
import { formsByKeys } from './forms.ts';
import { frameByKeys } from './frame.ts';
import { listsByKeys } from './objects.ts';
import { administrationByKeys } from './sections/administration.ts';
import { agentsByKeys } from './sections/agents.ts';
import { eventsByKeys } from './sections/events.ts';
import { promptsByKeys } from './sections/prompts.ts';
import { reliabilityByKeys } from './sections/reliability.ts';
import { spendingByKeys } from './sections/spending.ts';
import { verbsByKeys } from './verbs.ts';

/** What can be done without a mouse. */
export function keyboard(stage: Stage): void {
  frameByKeys(stage);
  listsByKeys(stage);
  formsByKeys(stage);
  verbsByKeys(stage);
  promptsByKeys(stage);
  spendingByKeys(stage);
  reliabilityByKeys(stage);
  eventsByKeys(stage);
  agentsByKeys(stage);
  administrationByKeys(stage);
  focusByKeys(stage);
}
