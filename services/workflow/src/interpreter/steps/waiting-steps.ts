import { saidIn } from '@aicp/contracts/workflows/decision-record';
import type { Clock } from '@aicp/common/time/clock';
import { LONGEST_WAIT_SECONDS } from '@aicp/contracts/workflows/steps/wait';
import type { StepWith } from '@aicp/contracts/workflows/steps/step-types';
import type { Signal } from '../../database/tables.ts';
import type { Persistence } from '../../running/persistence.ts';
import type { Watch } from '../../running/watch.ts';
import type { StepStore } from '../../store/step-store.ts';
import { done, failed, type Action, type ActionResult } from '../action.ts';

export interface WaitingParts {
  readonly steps: Pick<StepStore, 'wait'>;
  readonly persistence: Pick<Persistence, 'persist'>;
  readonly watch: Pick<Watch, 'decision'>;
  readonly clock: Clock;
}

/** Waits until the moment that was reckoned when it began, however often the engine starts anew meanwhile. */
export const wait =
  ({ steps, persistence, clock }: WaitingParts): Action<StepWith<'wait'>> =>
  async ({ execution, path, with: given, signal }) => {
    const { seconds, until } = given;
    const wakeAt = new Date(until ?? clock.now() + (seconds ?? 0) * 1000);
    const leftMs = wakeAt.getTime() - clock.now();
    if (leftMs > LONGEST_WAIT_SECONDS * 1000) return failed(tooLong(wakeAt));
    if (leftMs <= 0) return done({ until: wakeAt.toISOString() });
    const row = await persistence.persist(() =>
      steps.wait(execution, path, { wakeAt, isForPerson: false }),
    );
    if (!row) return { ok: 'halted' };
    const moment = row.wake_at ?? wakeAt;
    await sleepUntil(moment, clock, signal);
    return done({ until: moment.toISOString() });
  };

const tooLong = (wakeAt: Date): string =>
  `until is ${wakeAt.toISOString()}, more than a week (${LONGEST_WAIT_SECONDS} seconds) from now: name an earlier moment`;

/** Timers take no longer ones, ms. */
const LONGEST_MS = 2 ** 31 - 1;

async function sleepUntil(moment: Date, clock: Clock, signal: AbortSignal): Promise<void> {
  for (;;) {
    const leftMs = moment.getTime() - clock.now();
    if (leftMs <= 0) return;
    await clock.sleep(Math.min(leftMs, LONGEST_MS), signal);
  }
}

/** Waits for a person. */
export const approval =
  ({ steps, persistence, watch }: WaitingParts): Action<StepWith<'approval'>> =>
  async ({ execution, path, with: { approvers = null, title, message }, signal, deadline }) => {
    const asks = { title, message };
    const row = await persistence.persist(() =>
      steps.wait(execution, path, { wakeAt: deadline, approvers, asks, isForPerson: true }),
    );
    if (!row) return { ok: 'halted' };
    return decided(row.signal ?? (await watch.decision(execution.id, path, signal)));
  };

/** Only a plain `approved: true` approves. The API takes nothing else; what was kept before it did so, refuses. */
function decided({ payload, by, at }: Signal): ActionResult {
  if (!saidIn(payload).approved) return failed(`${by} refused it`);
  return done({ approved: true, by, at, payload });
}
