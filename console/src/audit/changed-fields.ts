import { isSame } from '../objects/form/values/form-values.ts';
import type { Changes } from './audit-entry.ts';

/** A field that an entry says has changed. */
export interface ChangedField {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields that differ, by their names. */
export function changedFields(changes: Changes | null): ChangedField[] {
  const [before, after] = [changes?.before ?? {}, changes?.after ?? {}];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .map((name) => ({ name, before: before[name], after: after[name] }))
    .filter((field) => !isSame(field.before, field.after));
}
