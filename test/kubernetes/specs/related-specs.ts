import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { validSpec, type Json } from '@aicp/crds/kit/testing/valid-spec';
import fc from 'fast-check';

type Path = readonly (string | number)[];

/** Specs with few of their optional fields: where rules forbid most combinations, these are the ones that they take. */
export function sparseSpec(schema: StructuralSchema): fc.Arbitrary<Json> {
  return validSpec(schema).chain((spec) => {
    const fields = spec as Record<string, Json>;
    const required = schema.required ?? [];
    return fc
      .subarray(Object.keys(fields))
      .map((kept) =>
        Object.fromEntries(
          Object.entries(fields).filter(([name]) => required.includes(name) || kept.includes(name)),
        ),
      );
  });
}

/** Specs in which a text stands at two places: what rules that compare fields look for, and what chance never makes. */
export function echoingSpec(schema: StructuralSchema): fc.Arbitrary<Json> {
  return validSpec(schema).chain((spec) => {
    const places = textsIn(spec);
    if (places.length < 2) return fc.constant(spec);
    return fc
      .tuple(fc.constantFrom(...places), fc.constantFrom(...places))
      .map(([from, to]) => withValue(spec, to, valueAt(spec, from)));
  });
}

/** Where texts stand in a value. */
function textsIn(value: Json, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  const children = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return children.flatMap(([key, child]) => textsIn(child, [...path, key]));
}

const child = (value: Json, key: string | number): Json =>
  (value as Record<string | number, Json>)[key] ?? null;

const valueAt = (root: Json, path: Path): Json => path.reduce<Json>(child, root);

function withValue(root: Json, [key, ...rest]: Path, value: Json): Json {
  if (key === undefined) return value;
  const changed = withValue(child(root, key), rest, value);
  if (Array.isArray(root)) return root.with(Number(key), changed);
  return { ...(root as Record<string, Json>), [key]: changed };
}
