import { z } from 'zod';
import { isTokenAddress } from '../tokens/token-address.ts';

/** Of Azure's public cloud. */
const PUBLIC_AUTHORITY = 'https://login.microsoftonline.com';

const entraSecret = z.strictObject({
  /** An id or a domain. */
  tenantId: z.string().regex(/^[\w.-]+$/),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** Of another cloud: `https://login.microsoftonline.us`. It is told the secret, so that it has to be an https address. */
  authorityHost: z
    .url({ protocol: /^https?$/ })
    .refine((address) => isTokenAddress(new URL(address)))
    .default(PUBLIC_AUTHORITY),
});

/** An application of Entra ID, by which a provider is asked in the place of an API key. */
export type EntraSecret = z.output<typeof entraSecret>;

/**
 * Reads a credential that is no API key but an application of Entra ID, as JSON; undefined where it is an API key. Throws a TypeError
 * where it is JSON and no application; its words hold nothing of it.
 */
export function readEntraSecret(credential: string): EntraSecret | undefined {
  if (!credential.trimStart().startsWith('{')) return undefined;
  const { data } = entraSecret.safeParse(parsed(credential));
  if (data) return data;
  throw new TypeError(
    'the credential of a provider of type azure_openai must be an API key, or JSON with tenantId, clientId and clientSecret (and authorityHost, an https address, where it is not https://login.microsoftonline.com)',
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
