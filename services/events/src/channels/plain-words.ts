import { EVENT_CATALOG } from '@aicp/contracts/events/event-catalog';
import type { EventDefinition, EventSeverity } from '@aicp/contracts/events/event-definition';
import type { DeliveredEvent } from './channel.ts';

/** What is said of a type; undefined for one that there is not, such as `events.digest`. */
export const definitionOf = (type: string): EventDefinition | undefined =>
  Object.hasOwn(EVENT_CATALOG, type)
    ? EVENT_CATALOG[type as keyof typeof EVENT_CATALOG]
    : undefined;

/** How bad it is: as the event itself says, where it says so, else as events of its type are. */
export function severityOf({ type, data }: DeliveredEvent): EventSeverity {
  const definition = definitionOf(type);
  const { severity } = data;
  const isTold = severity === 'critical' || severity === 'warning';
  return definition?.incident === 'opens' && isTold ? severity : (definition?.severity ?? 'info');
}

/** One line: `Test: sla.violation: SLADefinition/fast`. */
export function titleOf({ type, subject, isTest }: DeliveredEvent): string {
  return oneLine(`${isTest ? 'Test: ' : ''}${type}: ${subject}`);
}

/** The longest value that is shown, characters. */
const MOST_CHARACTERS = 500;
/** So many fields of its data are shown. */
const MOST_FIELDS = 25;

/** What its data says, a field a line, whatever names people gave; the message, where there is one, comes first. */
export function fieldsOf({ data }: DeliveredEvent): readonly (readonly [string, string])[] {
  const { message, ...rest } = data;
  const fields = Object.entries(message === undefined ? rest : { message, ...rest });
  return fields
    .filter(([, value]) => value !== undefined && value !== null)
    .slice(0, MOST_FIELDS)
    .map(([name, value]) => [oneLine(name), shortened(oneLine(textOf(value)), MOST_CHARACTERS)]);
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Without what ends a line, turns its direction, or could pass for something else in a terminal or a header. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ')
    .trim();

/** No longer than `most` characters, none of them cut in half. */
export function shortened(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}
