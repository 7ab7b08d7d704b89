import type { KindDefinition } from '@aicp/crds/kit/kind';
import { businessUnit } from '@aicp/crds/business-unit';
import { team } from '@aicp/crds/team';
import { recordedOwner } from '../../resources/owners.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import { textIn } from './object-event.ts';

/**
 * The Organization whose event it is: the one that the operator bound the object to. Until it has done so, the one that the object names, or else its team or business unit;
 * undefined: the platform.
 */
export function eventOwner(
  object: StoredObject,
  store: Pick<ObjectStore, 'find'>,
): string | undefined {
  if (object.kind === 'Organization') return object.metadata.name;
  const recorded = recordedOwner(object);
  if (recorded) return recorded.organization;
  const { spec } = object;
  const named = (kind: KindDefinition, field: string): string | undefined => {
    const id = textIn(spec, field);
    const found = id === undefined ? undefined : store.find(kind, id);
    return found && textIn(found.spec, 'organizationId');
  };
  return (
    textIn(spec, 'organizationId') ?? named(team, 'teamId') ?? named(businessUnit, 'businessUnitId')
  );
}
