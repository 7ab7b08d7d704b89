import type { StructuralSchema } from '@aicp/crds/kit/structural';

const TYPES: Readonly<Record<string, StructuralSchema>> = {
  text: { type: 'string' },
  flag: { type: 'boolean' },
  int: { type: 'integer', format: 'int64' },
  time: { type: 'string', format: 'date-time', nullable: true },
  texts: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'atomic' },
  textSet: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
  textMap: { type: 'object', additionalProperties: { type: 'string' } },
  bytesMap: { type: 'object', additionalProperties: { type: 'string', format: 'byte' } },
  any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
};

/** The schema of an object of built-in kinds, from words such as `name count:int when:time`; a word without a type is a text. */
export function fields(
  words: string,
  more: Record<string, StructuralSchema> = {},
): StructuralSchema {
  const entries = words.split(/\s+/).map((word) => {
    const [name = '', type = 'text'] = word.split(':');
    const schema = TYPES[type];
    if (!schema) throw new Error(`there is no field type ${type}`);
    return [name, schema] as const;
  });
  return { type: 'object', properties: { ...Object.fromEntries(entries), ...more } };
}

/** `metadata` of every object. */
export const objectMeta: StructuralSchema = {
  description: 'Standard object metadata.',
  ...fields(
    'name generateName namespace selfLink uid resourceVersion generation:int creationTimestamp:time deletionTimestamp:time deletionGracePeriodSeconds:int labels:textMap annotations:textMap finalizers:textSet',
    {
      ownerReferences: {
        type: 'array',
        items: {
          ...fields('apiVersion kind name uid controller:flag blockOwnerDeletion:flag'),
          'x-kubernetes-map-type': 'atomic',
        },
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['uid'],
      },
      managedFields: {
        type: 'array',
        items: fields('manager operation apiVersion time:time fieldsType fieldsV1:any subresource'),
        'x-kubernetes-list-type': 'atomic',
      },
    },
  ),
};
