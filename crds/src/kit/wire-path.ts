import type { KindDefinition } from './kind.ts';
import type { StructuralSchema } from './structural.ts';
import { snakeCase, wireName } from './wire-name.ts';

/** A path within a spec (`config`, `targetModels`, 0) in the words of the wire: `config.target_models.0`. */
export function wirePath(kind: KindDefinition, path: readonly PropertyKey[]): string {
  let schema: StructuralSchema = kind.structural.spec;
  let text = '';
  for (const [depth, segment] of path.entries()) {
    const key = String(segment);
    const field = schema.properties?.[key];
    text += `.${field ? nameAt(kind, key, depth) : key}`;
    schema = field ?? schema.items ?? schema.additionalProperties ?? {};
  }
  return text.replace(/^\./, '');
}

const nameAt = (kind: KindDefinition, field: string, depth: number): string =>
  depth === 0 ? wireName(kind, field) : snakeCase(field);

/** A path as the API server writes it (`spec.config.targetModels[0]`), in the words of the wire. */
export function wirePathOf(kind: KindDefinition, field: string): string {
  const segments = field.match(/[^.[\]]+/g) ?? [];
  return segments[0] === 'spec' ? wirePath(kind, segments.slice(1)) : field;
}

/** A message about a spec with the field names of the wire. */
export function wireMessage(kind: KindDefinition, message: string): string {
  const names = new Map<string, string>();
  const collect = (schema: StructuralSchema, depth: number): void => {
    for (const [field, child] of Object.entries(schema.properties ?? {})) {
      if (!names.has(field)) names.set(field, nameAt(kind, field, depth));
      collect(child, depth + 1);
    }
    if (schema.items) collect(schema.items, depth + 1);
  };
  collect(kind.structural.spec, 0);
  return message.replaceAll(/\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g, (word) => names.get(word) ?? word);
}
