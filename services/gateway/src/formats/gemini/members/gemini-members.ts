import type { JsonObject } from '../../conversation/conversation.ts';
import { objectOf } from '../../json/members.ts';

/**
 * An object of Google's API by the names that its reference has: Google reads `system_instruction` as well as `systemInstruction`, and its examples
 * are written either way. The objects within are left as they are, and one that has its names already is answered itself.
 */
export function camelOf(value: unknown): JsonObject | undefined {
  const object = objectOf(value);
  if (!object || !Object.keys(object).some((name) => name.includes('_'))) return object;
  const entries = Object.entries(object).map(([name, member]) => [camel(name), member]);
  return Object.fromEntries(entries) as JsonObject;
}

const camel = (name: string): string =>
  name.includes('_') ? name.replaceAll(/_(?<letter>[a-z])/g, upperCase) : name;

const upperCase = (_: string, letter: string): string => letter.toUpperCase();
