import type { ControlPlaneSpec } from '@aicp/crds/control-plane';
import { refer, type Reference, type World } from '../world.ts';

/** What the ControlPlane refers to: its default model, and the time zones that this machine knows. */
export interface ControlPlaneGathered {
  readonly defaultModel: readonly Reference[];
  readonly timeZoneExists: boolean;
}

export function gatherControlPlane(
  spec: ControlPlaneSpec,
  world: Pick<World, 'named' | 'unserved' | 'isTimeZone'>,
): ControlPlaneGathered {
  return {
    defaultModel: spec.defaultModel ? refer([spec.defaultModel], undefined, world) : [],
    timeZoneExists: world.isTimeZone(spec.timeZone),
  };
}
