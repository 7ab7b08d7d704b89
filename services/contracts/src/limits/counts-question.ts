import { z } from 'zod';

const whole = z.int().min(0);

/** `POST /internal/counts` of a gateway: what would be asked of these counters. */
export const countsQuestion = z.object({
  demands: z
    .array(
      z.object({
        counter: z.string().max(1024),
        window: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('minute') }),
          z.object({ kind: z.literal('now') }),
          z.object({ kind: z.literal('day'), starts: z.array(z.number()).min(1).max(8) }),
          z.object({ kind: z.literal('period'), startsMs: z.int(), endsMs: z.int() }),
          z.object({ kind: z.literal('sliding'), ms: z.int().min(1).max(3_600_000) }),
        ]),
        limit: whole,
        amount: whole,
        isHeld: z.boolean(),
      }),
    )
    .max(64),
});

/** How they stand: what each has left, and which do not fit. */
export const countsAnswer = z.object({
  standings: z.array(
    z.object({
      remaining: z.number(),
      resetMs: z.number(),
      limit: z.number().optional(),
      held: z.number().optional(),
    }),
  ),
  refusedBy: z.array(z.int()),
  retryAfterMs: z.number(),
});
