import { z } from 'zod';

/** Beyond it, years have more than four digits. */
const LAST_MS = Date.UTC(9999, 0);

/** A moment in a query: RFC 3339, or a date, which is its begin by UTC. */
export const momentQuery = (description: string) =>
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()])
    .transform((text) => new Date(Math.min(Math.max(0, Date.parse(text)), LAST_MS)))
    .optional()
    .meta({ description, document: { type: 'string', examples: ['2026-11-01T00:00:00Z'] } });
