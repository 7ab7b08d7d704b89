import { z } from 'zod';

/** So many objects a report holds at most. */
export const MOST_SPENDING = 20_000;

const nanoUsd = z.string().regex(/^[0-9]+$/);
const name = z.string().min(1).max(253);

/** What has been spent of one object in its window of now. */
export const objectSpend = z.object({
  kind: z.enum(['Budget', 'APIKey', 'Team', 'BusinessUnit', 'Organization']),
  name,
  /** Of the object that is meant: one of the same name that came later is another. */
  uid: z.string().min(1).max(64),
  /** Nano-USD. Null where nothing limits it: what was spent is that of the calendar month then. */
  limit: nanoUsd.nullable(),
  /** Of a budget of each one of a scope: of the one that has used the largest share of its limit, which is `of`. */
  spent: nanoUsd,
  reserved: nanoUsd,
  /** What is left up to the hard limit, where requests that may cost more were refused and not all is spent; absent: none was. */
  room: nanoUsd.optional(),
  of: z.string().max(500).optional(),
  /** When the window ends (RFC 3339). */
  resets_at: z.iso.datetime(),
  status: z.enum(['ok', 'warning', 'exceeded']),
});
export type ObjectSpend = z.output<typeof objectSpend>;

/** What the budget service knows of spend: all of it each time. An object that is not listed has spent nothing. */
export const spendReport = z.object({
  /** When it was made (RFC 3339). */
  at: z.iso.datetime(),
  /** How long the oldest fact has waited that a gateway has not delivered, seconds; null where none says anything. */
  lag_seconds: z.number().min(0).nullable(),
  objects: z.array(objectSpend).max(MOST_SPENDING),
});
export type SpendReport = z.output<typeof spendReport>;
