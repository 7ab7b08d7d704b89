import { invalid } from '@aicp/api-kit/route/field-errors';
import { Problem, type FieldError } from '@aicp/common/errors/problem';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { snakeCase, wireName } from '@aicp/crds/kit/wire-name';
import type { LineOf } from './lines-of.ts';
import { withLine } from './read-manifest.ts';

/** What was thrown, where it names fields of a JSON body: with the names of the spec in their place, and their lines. */
export function inWordsOfSpec(kind: KindDefinition, error: unknown, lineOf: LineOf): unknown {
  if (!(error instanceof Problem) || error.errors === undefined) return error;
  if (error.status !== 422) return error;
  const names = namesIn(kind);
  return invalid(
    error.errors.map(({ path, message }): FieldError => {
      const words = message.replaceAll(
        /\b[a-z0-9]+(?:_[a-z0-9]+)+\b/g,
        (word) => names.get(word) ?? word,
      );
      return withLine({ path: specPathOf(kind, path), message: words }, lineOf);
    }),
  );
}

/** `config.target_models.0` → `spec.config.targetModels.0`. What is of the metadata stays. */
export function specPathOf(kind: KindDefinition, path: string): string {
  if (path.startsWith('metadata.')) return path;
  let schema: StructuralSchema = kind.structural.spec;
  let text = 'spec';
  const segments = path === '' ? [] : path.split('.');
  for (const [depth, segment] of segments.entries()) {
    const fields = Object.entries(schema.properties ?? {});
    const known = fields.find(([field]) => nameAt(kind, field, depth) === segment);
    text += `.${known?.[0] ?? segment}`;
    schema = known?.[1] ?? valuesOf(schema);
  }
  return text;
}

/** What the items of a list, or the values of a map, are. */
const valuesOf = ({ items, additionalProperties }: StructuralSchema): StructuralSchema =>
  items ?? additionalProperties ?? {};

const nameAt = (kind: KindDefinition, field: string, depth: number): string =>
  depth === 0 ? wireName(kind, field) : snakeCase(field);

function namesIn(kind: KindDefinition): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const collect = (schema: StructuralSchema, depth: number): void => {
    for (const [field, child] of Object.entries(schema.properties ?? {})) {
      const name = nameAt(kind, field, depth);
      if (!names.has(name)) names.set(name, field);
      collect(child, depth + 1);
    }
    if (schema.items) collect(schema.items, depth);
  };
  collect(kind.structural.spec, 0);
  return names;
}
