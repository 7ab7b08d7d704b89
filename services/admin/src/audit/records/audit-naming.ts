import { kindNamed } from '@aicp/crds/kinds';
import { auditNameOf } from '@aicp/crds/kit/kind';
import { idOf } from '../../resources/identity.ts';
import { asStored, type StoredObject } from '../../resources/stored-object.ts';

/** How entries call an object. */
export interface ObjectNaming {
  readonly resource_type: string;
  readonly resource_id: string;
}

export type NameObject = (object: {
  readonly kind: string;
  readonly name: string;
  readonly spec: Readonly<Record<string, unknown>>;
}) => ObjectNaming;

/** Names an object as the API does. */
export const nameOfObject: NameObject = ({ kind, name, spec }) => {
  const definition = kindNamed(kind);
  const object: StoredObject = asStored(definition, { metadata: { name }, spec });
  return { resource_type: auditNameOf(definition), resource_id: idOf(definition, object) };
};
