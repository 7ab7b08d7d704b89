import { z } from 'zod';

const EXPRESSION = /\$\{\{.*?\}\}/gs;

/** What is said of an address with a user in it. */
export const HOLDS_USER =
  'must not hold a user name or password (user:password@host), which everybody who reads this would see: take them out';

/** Whether a user name or password stands in an address, whatever its expressions come to. */
export const holdsUser = (url: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i.test(url.replaceAll(EXPRESSION, 'x'));

/** A call of an address. An answer of 400 and above fails the step. */
export const httpWith = z.strictObject({
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  url: z
    .string()
    .max(2048)
    .regex(/^https?:\/\/\S+$/, { error: 'must be an http or https address' })
    .refine((url) => !holdsUser(url), { error: HOLDS_USER }),
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
