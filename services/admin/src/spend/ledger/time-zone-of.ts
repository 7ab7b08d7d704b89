import { controlPlane } from '@aicp/crds/control-plane';
import type { ObjectStore } from '../../resources/store.ts';

/** The time zone of the settings; UTC where they name none. */
export function timeZoneOf(store: Pick<ObjectStore, 'find'>): string {
  const zone = store.find(controlPlane, controlPlane.singleton ?? '')?.spec['timeZone'];
  return typeof zone === 'string' ? zone : 'UTC';
}
