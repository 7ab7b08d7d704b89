import type { Stage } from '../../kit/stage.ts';
import type { HostileObject } from '../kit/hostile-objects.ts';
import { addresses } from './addresses.ts';
import { dialogs } from './dialogs.ts';
import { ends } from './ends.ts';
import { toasts } from './toasts.ts';

/** What people type, and what is said of it afterwards. */
export function writing(stage: Stage, made: readonly HostileObject[]): void {
  addresses(stage, made);
  dialogs(stage, made);
  ends(stage);
  toasts(stage, made);
}
