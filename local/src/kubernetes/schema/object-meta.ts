import type { StructuralSchema } from '@aicp/crds/kit/structural';

export const text = (description: string): StructuralSchema => ({ type: 'string', description });
export const flag = (description: string): StructuralSchema => ({ type: 'boolean', description });
export const whole = (description: string): StructuralSchema => ({
  type: 'integer',
  format: 'int32',
  description,
});
export const moment = (description: string): StructuralSchema => ({
  type: 'string',
  format: 'date-time',
  nullable: true,
  description,
});
export const texts = (description: string): StructuralSchema => ({
  type: 'array',
  description,
  items: { type: 'string' },
  'x-kubernetes-list-type': 'atomic',
});
export const textMap = (description: string): StructuralSchema => ({
  type: 'object',
  description,
  additionalProperties: { type: 'string' },
});

/** An object with these fields; nothing required. */
export function struct(
  description: string,
  properties: Record<string, StructuralSchema>,
): StructuralSchema {
  return { type: 'object', description, properties };
}

const ownerReference: StructuralSchema = {
  ...struct('An owner in the same namespace; when all owners are gone, the object goes too.', {
    apiVersion: text('API version of the owner.'),
    kind: text('Kind of the owner.'),
    name: text('Name of the owner.'),
    uid: text('UID of the owner.'),
    controller: flag('Whether this owner is the managing controller.'),
    blockOwnerDeletion: flag('Whether a foreground deletion of the owner waits for this object.'),
  }),
  'x-kubernetes-map-type': 'atomic',
};

const managedFieldsEntry = struct('What one manager owns.', {
  manager: text('Who wrote the fields.'),
  operation: text('Apply or Update.'),
  apiVersion: text('API version that the fields are named in.'),
  time: moment('When the entry last changed.'),
  fieldsType: text('Always FieldsV1.'),
  fieldsV1: {
    type: 'object',
    description: 'The fields, as a set.',
    'x-kubernetes-preserve-unknown-fields': true,
  },
  subresource: text('Subresource that the fields were written through.'),
});

/** `metadata` of every object. */
export const objectMeta: StructuralSchema = struct('Standard object metadata.', {
  name: text('Unique within a namespace and kind; never changes.'),
  generateName: text('Prefix of a name that the server completes.'),
  namespace: text('Namespace of the object; never changes.'),
  selfLink: text('Legacy; always empty.'),
  uid: text('Unique in time and space; set by the server.'),
  resourceVersion: text('Version of the stored object, for watches and optimistic locks.'),
  generation: { type: 'integer', format: 'int64', description: 'Counts changes of the spec.' },
  creationTimestamp: moment('When the object was created.'),
  deletionTimestamp: moment('When the deletion of the object was asked for.'),
  deletionGracePeriodSeconds: {
    type: 'integer',
    format: 'int64',
    description: 'Seconds between the request and the deletion.',
  },
  labels: textMap('Key-value pairs to select objects by.'),
  annotations: textMap('Key-value pairs that tools attach.'),
  ownerReferences: {
    type: 'array',
    description: 'Objects that this one depends on.',
    items: ownerReference,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['uid'],
  },
  finalizers: {
    type: 'array',
    description: 'Who must act before the object may go.',
    items: { type: 'string' },
    'x-kubernetes-list-type': 'set',
  },
  managedFields: {
    type: 'array',
    description: 'Who owns which field.',
    items: managedFieldsEntry,
    'x-kubernetes-list-type': 'atomic',
  },
});

/** The schema of a whole object whose fields beyond type and metadata are `properties`. */
export function objectSchema(
  description: string,
  properties: Record<string, StructuralSchema>,
  required: readonly string[] = [],
): StructuralSchema {
  return {
    type: 'object',
    description,
    ...(required.length > 0 ? { required: [...required] } : {}),
    properties: {
      apiVersion: text('Version of the schema of this object.'),
      kind: text('Kind of this object.'),
      metadata: objectMeta,
      ...properties,
    },
  };
}
