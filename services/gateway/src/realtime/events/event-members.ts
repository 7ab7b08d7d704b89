import { eventProblem, type EventLimits, type EventProblem } from './scan-event.ts';

/** An event, whoever sends it: an object with a type. */
export type RealtimeEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** Reads a message as an event; or says why it is none, or not read. */
export function readEvent(bytes: Buffer, limits: EventLimits): RealtimeEvent | EventProblem {
  const problem = eventProblem(bytes, limits);
  if (problem) return problem;
  const value = readObject(bytes.toString());
  return isEvent(value) ? value : 'malformed';
}

/** Reads a text as JSON; undefined where it is none. */
export function readObject(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isEvent = (value: unknown): value is RealtimeEvent =>
  isObject(value) && typeof value['type'] === 'string';

/** Whether a value has members of its own. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of an object; undefined where it has none of that name, or is no object. */
export const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The same where it is a text. */
export const textOf = (value: unknown, name: string): string | undefined => {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : undefined;
};

/** The same where it is a number. */
export const numberOf = (value: unknown, name: string): number | undefined => {
  const member = memberOf(value, name);
  return typeof member === 'number' ? member : undefined;
};
