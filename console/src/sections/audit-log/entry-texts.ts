import type { ApiSchemas } from '@aicp/admin/client/admin-api';

export type AuditEntry = ApiSchemas['AuditEntry'];

/** What an entry changed, as texts to compare; undefined where it changed no fields. */
export function comparedOf({
  changes,
}: Pick<AuditEntry, 'changes'>): { readonly before: string; readonly after: string } | undefined {
  if (!changes) return undefined;
  return { before: textOf(changes.before), after: textOf(changes.after) };
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : `${JSON.stringify(sorted(value), null, 2)}\n`;

/** The same fields in the same order, so that only what differs is shown as different. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
