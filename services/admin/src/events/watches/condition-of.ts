import type { Condition } from '@aicp/crds/kit/conditions';
import type { StoredObject } from '../../resources/stored-object.ts';

/** Characters of a condition's message that an event has. */
const MOST_CHARACTERS = 1_000;

/** A condition of an object, as the operator wrote it; undefined where there is none. */
export function conditionOf({ status }: StoredObject, type: string): Condition | undefined {
  // The API checked the schema of the status.
  const conditions = (status?.['conditions'] ?? []) as readonly Condition[];
  return conditions.find((condition) => condition.type === type);
}

/** The message of a condition, for whoever is told outside: without what an address has behind its `?`, and without the credentials in it. */
export const messageOf = ({ message }: Pick<Condition, 'message'>): string =>
  message
    .replace(/(https?:\/\/)[^\s/@"'?#]*@/gi, '$1')
    .replace(/(https?:\/\/[^\s?#"']*)[?#][^\s"']*/gi, '$1')
    .slice(0, MOST_CHARACTERS);
