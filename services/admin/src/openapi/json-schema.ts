import { z } from 'zod';
import { documentation, type JsonSchema } from '../http/documented.ts';

/** Schemas that the document names once: `#/components/schemas/<name>`. */
export type Components = Map<string, JsonSchema>;

/**
 * A schema as OpenAPI 3.1 writes it. What has a name among the components is put there, and referred to. `io` tells what is taken
 * (defaults may be left out) from what is answered.
 */
export function toJsonSchema(
  schema: z.ZodType,
  { components, io }: { components: Components; io: 'input' | 'output' },
): JsonSchema {
  const written = z.toJSONSchema(schema, {
    ...{ io, unrepresentable: 'any', target: 'draft-2020-12' },
    override: ({ zodSchema, jsonSchema }) => {
      const { document, component } = documentation.parse(z.globalRegistry.get(zodSchema) ?? {});
      const { document: _, component: _name, ...plain } = jsonSchema as Record<string, unknown>;
      const own = document ?? plain;
      if (component !== undefined) components.set(component, own);
      const shown = component === undefined ? own : reference('schemas', component);
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      Object.assign(jsonSchema, shown);
    },
  });
  const { $schema: _, '~standard': _standard, ...rest } = written as Record<string, unknown>;
  return rest;
}

/** A reference to a component. */
export const reference = (section: string, name: string): JsonSchema => ({
  $ref: `#/components/${section}/${name}`,
});
