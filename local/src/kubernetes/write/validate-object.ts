import type { KubeObject } from '../objects/object.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { validateMetadata, validateMetadataUpdate } from '../objects/metadata.ts';
import { validateSchema } from '../schema/validate.ts';
import { invalid, type FieldError } from '../objects/status.ts';

/** Throws a 422 that names everything that is wrong with a new object, or with changing `old` into it through `subresource`. */
export function validateObject(
  type: ResourceType,
  object: KubeObject,
  old?: KubeObject,
  subresource = '',
): void {
  const { metadata } = object;
  const structural = [
    ...(old ? validateMetadataUpdate(object, old) : validateMetadata(metadata, type.nameErrors)),
    ...(subresource ? statusErrors(type, object) : validateSchema(object, type.schema, '')),
  ];
  const errors = [...structural, ...type.check(object, old, structural)];
  if (errors.length > 0) throw invalid(type.kind, type.group, metadata.name, errors);
}

/** Messages about a status name fields from there, as in the API server. */
function statusErrors(type: ResourceType, { status }: KubeObject): FieldError[] {
  const schema = type.schema.properties?.['status'];
  const errors = schema && status !== undefined ? validateSchema(status, schema, '') : [];
  return errors.map((error) => ({ ...error, field: `status.${error.field}` }));
}
