import { z } from 'zod';

/** JSON Schema, as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a schema's metadata says of how the document shows it. */
export const documentation = z.object({
  /** Stands in the document for the schema. */
  document: z.record(z.string(), z.unknown()).optional(),
  /** The schema's name among the components, where `zod-openapi` looks for it. One name stands for one schema object. */
  id: z.string().optional(),
});

/** A schema that is documented by JSON Schema at hand, and takes any JSON object: who reads it checks it. */
export const documented = (
  document: JsonSchema,
  component?: string,
): z.ZodType<Record<string, unknown>> =>
  z
    .record(z.string(), z.unknown())
    .meta({ document, ...(component === undefined ? {} : { id: component }) });

const SCALARS = ['string', 'number', 'integer', 'boolean'] as const;
export type ScalarType = (typeof SCALARS)[number];

/** Of which type a value is that is a text, a number or a flag, null or not; undefined for a list or an object. */
export function scalarTypeOf(schema: JsonSchema): ScalarType | undefined {
  const { type, anyOf, oneOf } = schema;
  const forms = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  const types = forms ? forms.map((form) => scalarTypeOf(form) ?? form['type']) : [type].flat();
  const others = [...new Set(types.filter((one) => one !== 'null'))];
  const [only] = others;
  return others.length === 1 ? SCALARS.find((one) => one === only) : undefined;
}

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

/** A reference to a component. */
export const reference = (section: string, name: string): JsonSchema => ({
  $ref: `#/components/${section}/${name}`,
});
