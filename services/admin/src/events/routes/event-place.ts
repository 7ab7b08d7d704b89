import { invalid } from '@aicp/api-kit/route/field-errors';
import type { EventPlace } from '@aicp/events/reading/reach';
import { z } from 'zod';

/** Beyond it, years have more than four digits. */
const LAST_MS = Date.UTC(9999, 0);

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

/** A moment in a query. */
export const sinceQuery = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => new Date(Math.min(Math.max(0, Date.parse(text)), LAST_MS)))
  .optional()
  .meta({
    description: 'Only those from then on; RFC 3339, or a date (UTC).',
    document: { type: 'string', examples: ['2026-11-01T00:00:00Z'] },
  });
