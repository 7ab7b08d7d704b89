import { z } from 'zod';

/** A week. */
export const LONGEST_WAIT_SECONDS = 604_800;

/** Waits for a while, or until a moment. One that has passed is not waited for. */
export const waitWith = z
  .strictObject({
    seconds: z.number().min(0).max(LONGEST_WAIT_SECONDS).optional(),
    /** RFC 3339; no more than a week after the step begins, which then fails. */
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
