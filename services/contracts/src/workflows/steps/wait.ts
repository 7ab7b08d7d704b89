import { z } from 'zod';

/** Waits for a while, or until a moment. One that has passed is not waited for. */
export const waitWith = z
  .strictObject({
    seconds: z.number().min(0).max(604_800).optional(),
    /** RFC 3339. */
    until: z.iso.datetime({ offset: true }).optional(),
  })
  .refine(({ seconds, until }) => (seconds === undefined) !== (until === undefined), {
    path: ['seconds'],
    error: 'name either seconds or until, and not both',
  });

/** What a `wait` step puts out. */
export interface WaitOutput {
  /** RFC 3339; the moment for which it waited. */
  readonly until: string;
}
