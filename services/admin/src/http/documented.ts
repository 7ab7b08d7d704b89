import { z } from 'zod';

/** JSON Schema, as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What `documented` and `component` leave in a schema's metadata. */
export const documentation = z.object({
  /** Stands in the document for the schema. */
  document: z.record(z.string(), z.unknown()).optional(),
  /** The schema's name among the components. */
  component: z.string().optional(),
});

/** A schema that is documented by JSON Schema at hand, and takes any JSON object: who reads it checks it. */
export const documented = (
  document: JsonSchema,
  component?: string,
): z.ZodType<Record<string, unknown>> =>
  z
    .record(z.string(), z.unknown())
    .meta({ document, ...(component === undefined ? {} : { component }) });
