import type { Stage } from '../../kit/stage.ts';
import { choices } from './choices.ts';
import { closedPages } from './closed-pages.ts';
import { details } from './details.ts';
import { onceShown } from './once-shown.ts';
import { reports } from './reports.ts';
import { signOn } from './sign-on.ts';
import { toasts } from './toasts.ts';

/** What is there only once, for a while, for some, or where somebody opens it. */
export function moments(stage: Stage): void {
  toasts(stage);
  choices(stage);
  onceShown(stage);
  reports(stage);
  signOn(stage);
  closedPages(stage);
  details(stage);
}
