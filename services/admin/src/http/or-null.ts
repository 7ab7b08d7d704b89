import type { JsonSchema } from './documented.ts';

/** A schema that takes null too: it removes a field. */
export function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, oneOf } = schema;
  if (Array.isArray(oneOf)) {
    const forms = oneOf as JsonSchema[];
    const isTaken = forms.some((form) => form['type'] === 'null');
    return isTaken ? schema : { ...schema, oneOf: [...forms, { type: 'null' }] };
  }
  if (typeof type !== 'string') return schema;
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}
