import { z } from 'zod';

/** What `x-request-id` of an answer may be. */
export const REQUEST_ID = /^[A-Za-z0-9._:+/=-]{1,128}$/;
export const LOWEST_SCORE = -1;
export const HIGHEST_SCORE = 1;

/** What the holder of a key thinks of the answer to a request. Of several for one request the last counts. No text. */
export const feedbackRecord = z.object({
  request_id: z.string().regex(REQUEST_ID),
  /** Who sent it: only of their own requests it counts. */
  organization: z.string().nullable(),
  key: z.string(),
  /** RFC 3339, when it came. */
  at: z.string(),
  score: z.number().min(LOWEST_SCORE).max(HIGHEST_SCORE),
});
export type FeedbackRecord = z.output<typeof feedbackRecord>;
