import { invalid } from '@aicp/api-kit/route/field-errors';
import type { DecisionPlace } from '@aicp/ledger/query/decisions';
import { z } from 'zod';

/** Says where the page behind a row begins, by its time and its id. */
export const cursorOf = ({ at, id }: { readonly at: string; readonly id: string }): string =>
  Buffer.from(`${Date.parse(at)}:${id}`).toString('base64url');

/** Where the page before ended. Throws a Problem (422) for what is no cursor of ours. */
export function placeOfCursor(cursor: string | undefined): DecisionPlace | undefined {
  if (cursor === undefined) return undefined;
  const [, digits, id] =
    /^(\d{1,13}):(.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (digits !== undefined && z.uuid().safeParse(id).success)
    return { atMs: Number(digits), id: String(id) };
  throw invalid([{ path: 'cursor', message: 'must be the cursor of the page before' }]);
}
