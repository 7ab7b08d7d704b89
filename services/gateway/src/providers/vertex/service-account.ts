import { parseJson } from '@aicp/common/json/parse-json';
import { z } from 'zod';
import { isTokenAddress } from '../tokens/token-address.ts';
import { UpstreamError } from '../upstream/provider-client.ts';

const account = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(1),
  private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
  private_key_id: z.string().optional(),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
});

/** Who a service account is, and how it shows that. */
export interface ServiceAccount {
  readonly email: string;
  /** PKCS #8. */
  readonly privateKey: string;
  readonly keyId: string | undefined;
  readonly tokenUrl: URL;
}

/** Reads the key file of a service account, as Google Cloud's console gives it. Throws an `UpstreamError` where it is none. */
export function readServiceAccount(text: string): ServiceAccount {
  const read = account.safeParse(parseJson(text));
  if (!read.success) {
    const member = read.error.issues[0]?.path.join('.') ?? '';
    const where = member === '' ? '' : `: ${member} is missing, or is not what it should be`;
    throw new UpstreamError(
      'credential',
      `the Secret of the provider holds no key file of a service account${where}`,
    );
  }
  const { client_email, private_key, private_key_id, token_uri } = read.data;
  const tokenUrl = new URL(token_uri);
  if (!isTokenAddress(tokenUrl))
    throw new UpstreamError(
      'credential',
      'token_uri of the key file must be an https address: it is told who we are',
    );
  return { email: client_email, privateKey: private_key, keyId: private_key_id, tokenUrl };
}
