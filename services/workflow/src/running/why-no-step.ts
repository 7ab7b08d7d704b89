import type { KnownKey } from '@aicp/api-kit/access/keys-by-section';
import type { Clock } from '@aicp/common/time/clock';
import { delegatedPerson } from '@aicp/contracts/delegation/delegated-person';
import { mayCall, standingOf } from '@aicp/contracts/people/standing';
import type { Starter } from '../access/caller.ts';
import type { WorkflowSnapshot } from '../snapshot/workflow-snapshot.ts';

/** Why no step may begin for whoever started an execution, as a part of a sentence; undefined: one may. */
export type WhyNoStep = (starter: Starter) => string | undefined;

/** Asks the snapshot in use, as the gateway asks its own of keys: a key that is gone, blocked or over, and a person whom their organization gives no role any more, have no step begun for them. */
export const whyNoStep =
  (snapshot: Pick<WorkflowSnapshot, 'latest'>, clock: Pick<Clock, 'now'>): WhyNoStep =>
  ({ delegator, name }) => {
    const known = snapshot.latest;
    if (!known) return undefined;
    if (delegator.type === 'person') {
      const standing = standingOf(delegatedPerson(delegator), known.people);
      return standing && mayCall(standing.role)
        ? undefined
        : `${name} has no role in the organization any more by which steps may be executed`;
    }
    const key = known.keys.ofUid(delegator.uid);
    const isGood =
      key !== undefined &&
      (key.tokenGeneration ?? 0) === delegator.generation &&
      isServed(key, clock.now());
    return isGood ? undefined : `the key of ${name} may not be used any more`;
  };

const isServed = ({ blocked, ownerMissing, ends }: KnownKey, nowMs: number): boolean =>
  !blocked && ownerMissing === undefined && [...ends.values()].some((end) => end > nowMs);
