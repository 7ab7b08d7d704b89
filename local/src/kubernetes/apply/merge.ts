import type { StructuralSchema } from '@aicp/crds/kit/structural';
import type { Json } from '../objects/object.ts';
import type { FieldSet } from './field-set.ts';
import { assemble, pairedParts, partsOf, type Parts } from './parts.ts';

/** `live` with `config` laid over it: maps and keyed lists are merged, anything else is taken from `config` where it is there. */
export function mergeConfig(
  live: Json | undefined,
  config: Json | undefined,
  schema: StructuralSchema | undefined,
): Json | undefined {
  const parts = pairedParts(live, config, schema);
  if (!parts) return config === undefined ? live : config;
  const [lives, configs] = parts;
  const merged = mergedOrder(lives, configs).map((element): [string, Json] => {
    const [left, right] = [lives.get(element), configs.get(element)];
    const value = mergeConfig(left?.value, right?.value, (left ?? right)?.schema);
    return [element, value ?? null];
  });
  return assemble(live ?? config, merged);
}

/** The elements of both: those that both have in the order of `configs`, the others where their own side has them. */
function mergedOrder(lives: Parts, configs: Parts): string[] {
  const pending = [...configs.keys()];
  const out: string[] = [];
  for (const element of lives.keys()) {
    if (!configs.has(element)) {
      out.push(element);
      continue;
    }
    const next = pending.findIndex((candidate) => lives.has(candidate));
    out.push(...pending.splice(0, next + 1));
  }
  return [...out, ...pending];
}

/** `value` without the fields in `set`. */
export function removeFields(
  value: Json,
  set: FieldSet,
  schema: StructuralSchema | undefined,
): Json {
  const parts = value === null ? undefined : partsOf(value, schema);
  if (!parts) return value;
  const left = [...parts].flatMap(([element, part]): [string, Json][] => {
    const node = set.children.get(element);
    if (node?.member) return [];
    return [[element, node ? removeFields(part.value, node, part.schema) : part.value]];
  });
  return assemble(value, left);
}
