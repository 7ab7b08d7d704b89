import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { asObject, type Json, type JsonObject } from '../object.ts';
import { memberSchema } from '../schema/children.ts';
import { itemElement } from './field-set.ts';
import { commonShape } from './shape.ts';

/** `live` with `config` laid over it: maps and keyed lists are merged, anything else is taken from `config` where it is there. */
export function mergeConfig(
  live: Json | undefined,
  config: Json | undefined,
  schema: StructuralSchema | undefined,
): Json | undefined {
  const shape = commonShape(live, config, schema);
  if (shape === 'members') return mergeMembers(asObject(live), asObject(config), schema);
  if (shape === 'items' && schema) {
    return mergeItems(asList(live), asList(config), schema);
  }
  return config === undefined ? live : config;
}

const asList = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

function mergeMembers(
  live: JsonObject,
  config: JsonObject,
  schema: StructuralSchema | undefined,
): JsonObject {
  const out: JsonObject = {};
  for (const key of new Set([...Object.keys(live), ...Object.keys(config)])) {
    const merged = mergeConfig(live[key], config[key], memberSchema(schema, key));
    if (merged !== undefined) out[key] = merged;
  }
  return out;
}

/** The items of both lists: those that both have stand in the order of `config`, the others where their own list has them. */
function mergeItems(live: Json[], config: Json[], schema: StructuralSchema): Json[] {
  const lives = new Map(live.map((item) => [itemElement(item, schema), item]));
  const configs = new Map(config.map((item) => [itemElement(item, schema), item]));
  const pending = [...configs.keys()];
  const out: Json[] = [];
  const take = (element: string): void => {
    const item = mergeConfig(lives.get(element), configs.get(element), schema.items);
    if (item !== undefined) out.push(item);
  };
  for (const element of lives.keys()) {
    if (!configs.has(element)) take(element);
    else takeUpToShared(pending, lives, take);
  }
  for (const element of pending) take(element);
  return out;
}

/** Takes the pending items of the config up to the next one that the live list has too. */
function takeUpToShared(
  pending: string[],
  lives: ReadonlyMap<string, Json>,
  take: (element: string) => void,
): void {
  for (let element = pending.shift(); element !== undefined; element = pending.shift()) {
    take(element);
    if (lives.has(element)) return;
  }
}
