import { z } from 'zod';

/** A call of an address. An answer of 400 and above fails the step. */
export const httpWith = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  url: z
    .string()
    .max(2048)
    .regex(/^https?:\/\/\S+$/, { error: 'must be an http or https address' }),
  headers: z.record(z.string(), z.string()).optional(),
  /** A text is sent as it is; anything else as JSON. */
  body: z.unknown().optional(),
});

/** What an `http` step puts out. */
export interface HttpOutput {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** Read, where the answer says that it is JSON; else its text. */
  readonly body: unknown;
}
