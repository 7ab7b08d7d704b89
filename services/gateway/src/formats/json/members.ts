import type { JsonObject } from '../conversation/conversation.ts';

/** Reads values of JSON that may be anything. Each answers undefined where the value is not of the kind. */

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: unknown): JsonObject | undefined =>
  isObject(value) ? value : undefined;

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** The members of an object that has some, as JSON without the braces: events of a stream that differ in one text are put together of them. */
export const membersOf = (value: JsonObject): string => JSON.stringify(value).slice(1, -1);

/** A count of tokens and the like: not below zero, and whole. */
export const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

export const flagOf = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;

/** An empty list where the value is none. */
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : [];

/** The members that are not undefined. A loop, for this is done for each event of a stream. */
export function definedOf<T extends object>(members: T): T {
  const defined: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) setOwn(defined, name, value);
  }
  return defined as T;
}

/** Sets a member, and never what the object inherits from. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, ...OWN });
}

const OWN = { enumerable: true, configurable: true, writable: true };

/** The names of members that are set and not among those. Null is as good as absent. */
export const namesBeyond = (value: JsonObject, known: ReadonlySet<string>): string[] =>
  Object.keys(value).filter((name) => !known.has(name) && (value[name] ?? null) !== null);
