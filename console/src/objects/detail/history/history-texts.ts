import { isPlain, type Tree } from '../merge/tree.ts';
import { changedFields, type ChangedField } from '../merge/changed-fields.ts';
import { fieldTitle } from '../../../ui/text/text.ts';

/** What was, and what is. */
export interface Changes {
  readonly before?: Tree | null;
  readonly after?: Tree | null;
}

/** A change of an object, as the audit log has it. */
export interface HistoryEntry {
  readonly id: string;
  readonly timestamp: string;
  readonly user_id: string | null;
  readonly key_id: string | null;
  readonly action: string;
  readonly changes: Changes | null;
  readonly source: string;
  readonly request_id: string | null;
}

const ACTIONS: Readonly<Record<string, string>> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
  denied: 'Tried, and was not allowed',
  approve: 'Approved',
  reject: 'Rejected',
  block: 'Blocked',
  unblock: 'Unblocked',
  rotate: 'Rotated',
};

/** What was done, in words. */
export function actionText(action: string): string {
  const known = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  const words = action.replaceAll(/[_-]/g, ' ');
  return known ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const SOURCES: Readonly<Record<string, string>> = {
  api: 'by the API',
  console: 'in the console',
  kubectl: 'by kubectl',
  gitops: 'from Git',
  system: 'by the service itself',
};

/** By which way it was done, in words. */
export const sourceText = (source: string): string =>
  (Object.hasOwn(SOURCES, source) ? SOURCES[source] : undefined) ?? `by ${source}`;

/** Who did it, as far as anybody knows. */
export const whoText = ({ user_id: user, key_id: key }: HistoryEntry): string =>
  user ?? (key === null ? 'Somebody unknown' : `API key ${key}`);

/** The fields that an entry says were changed. */
export function fieldsOf({ changes }: Pick<HistoryEntry, 'changes'>): readonly ChangedField[] {
  if (!changes) return [];
  return changedFields(partOf(changes.before), partOf(changes.after)).filter(
    ({ before, after }) => !isNothing(before) || !isNothing(after),
  );
}

/** Not there, or there and empty: to people, that is the same. */
const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (isPlain(value) && Object.keys(value).length === 0);

const partOf = (state: Tree | null | undefined): Tree => (isPlain(state) ? state : {});

/** `spec.maxBudget` is "Max budget". */
export const pathTitle = (path: string): string =>
  path
    .replace(/^spec\./, '')
    .split('.')
    .map((name) => fieldTitle(name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)))
    .join(' · ');
