import type { KubeObject } from '../object.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { validateMetadata, validateMetadataUpdate } from '../schema/metadata.ts';
import { validateSchema } from '../schema/validate.ts';
import { invalid, type FieldError } from '../status.ts';

function refuseIfAny(type: ResourceType, object: KubeObject, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid(type.kind, type.group, object.metadata.name, errors);
}

/** Throws a 422 that names everything that is wrong with a new object. */
export function validateNew(type: ResourceType, object: KubeObject): void {
  const structural = [
    ...validateMetadata(object.metadata, type.nameErrors),
    ...validateSchema(object, type.schema, ''),
  ];
  refuseIfAny(type, object, [...structural, ...type.check(object, undefined, structural)]);
}

/** Throws a 422 that names everything that is wrong with changing `old` into `object`. */
export function validateChange(type: ResourceType, object: KubeObject, old: KubeObject): void {
  const structural = [
    ...validateMetadataUpdate(object, old),
    ...validateSchema(object, type.schema, ''),
  ];
  refuseIfAny(type, object, [...structural, ...type.check(object, old, structural)]);
}

/** Throws a 422 for a status that the schema does not allow. */
export function validateStatus(type: ResourceType, object: KubeObject, old: KubeObject): void {
  const schema = type.schema.properties?.['status'];
  const status = object['status'];
  const inStatus = schema && status !== undefined ? validateSchema(status, schema, '') : [];
  const structural = [
    ...validateMetadataUpdate(object, old),
    ...inStatus.map((error) => ({ ...error, field: `status.${error.field}` })),
  ];
  refuseIfAny(type, object, [...structural, ...type.check(object, old, structural)]);
}
