import { momentQuery } from '@aicp/api-kit/route/moment-query';
import { invalid } from '@aicp/api-kit/route/field-errors';
import type { EventPlace } from '@aicp/events/reading/reach';

/** Says where the page behind a row begins. */
export const cursorAt = (at: Date, id: string): string =>
  Buffer.from(`${at.getTime()}:${id}`).toString('base64url');

/** Where the page before ended. Throws a Problem (422) for what is no cursor of ours. */
export function placeOfCursor(cursor: string | undefined): EventPlace | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, digits, id] = /^(\d{1,13}):([A-Za-z0-9_-]{1,200})$/.exec(text) ?? [];
  if (digits !== undefined && id !== undefined) return { atMs: Number(digits), id };
  throw invalid([{ path: 'cursor', message: 'must be the cursor of the page before' }]);
}

/** Query parameters that narrow a list to a time. */
export const timeQuery = {
  since: momentQuery('Only those from then on; RFC 3339, or a date (UTC).'),
  until: momentQuery('Only those before then.'),
};
