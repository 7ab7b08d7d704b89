import type { Stage } from '../kit/stage.ts';
import { formsByKeys } from './forms.ts';
import { frameByKeys } from './frame.ts';
import { listsByKeys } from './objects.ts';
import { verbsByKeys } from './verbs.ts';

/** What can be done without a mouse. */
export function keyboard(stage: Stage): void {
  frameByKeys(stage);
  listsByKeys(stage);
  formsByKeys(stage);
  verbsByKeys(stage);
}
