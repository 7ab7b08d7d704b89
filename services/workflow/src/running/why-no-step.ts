import type { Clock } from '@aicp/common/time/clock';
import type { Starter } from '../access/caller.ts';
import type { WorkflowSnapshot } from '../snapshot/workflow-snapshot.ts';

/** Why no step may begin for whoever started an execution, as a part of a sentence; undefined: one may. */
export type WhyNoStep = (starter: Starter) => string | undefined;

/** Asks the snapshot in use, as the gateway asks its own of keys: a key that is gone, blocked or over, and a person whose organization is gone, have no step begun for them. */
export const whyNoStep =
  (snapshot: Pick<WorkflowSnapshot, 'latest'>, clock: Pick<Clock, 'now'>): WhyNoStep =>
  ({ delegator, name }) => {
    const known = snapshot.latest;
    if (!known) return undefined;
    if (delegator.type === 'person') {
      const isThere = known.hasOrganization(delegator.organization);
      return isThere ? undefined : `the organization of ${name} is gone`;
    }
    const key = known.keys.ofUid(delegator.uid);
    const isGood =
      key !== undefined &&
      !key.blocked &&
      key.ownerMissing === undefined &&
      (key.tokenGeneration ?? 0) === delegator.generation &&
      [...key.ends.values()].some((end) => end > clock.now());
    return isGood ? undefined : `the key of ${name} may not be used any more`;
  };
