import { createHash } from 'node:crypto';
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Clock } from '@aicp/common/time/clock';
import type { PlannedCall } from '../http1/endpoint.ts';
import type { AwsKeys } from '../tokens/cloud-identity.ts';

/** Headers that AWS has signed. The others are added or changed on the way, which it allows. */
const SIGNED = /^(?:host$|content-type$|x-amz)/;

/**
 * The headers of a request that AWS knows its sender by (Signature Version 4). The hash of the body is made here, by the process's own code for it: that
 * of the signer is JavaScript, and a large prompt would hold up all others.
 */
export async function signedHeaders(
  { url, headers, body }: PlannedCall,
  { keys, region, clock }: { keys: AwsKeys; region: string; clock: Pick<Clock, 'now'> },
): Promise<Readonly<Record<string, string>>> {
  const { accessKeyId, secretAccessKey, sessionToken } = keys;
  const session = sessionToken === undefined ? {} : { sessionToken };
  const signer = new SignatureV4({
    credentials: { accessKeyId, secretAccessKey, ...session },
    ...{ region, service: 'bedrock', sha256: Sha256 },
  });
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => SIGNED.test(name)));
  const hash = createHash('sha256').update(body).digest('hex');
  const { headers: signed } = await signer.sign(
    {
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: { ...kept, 'x-amz-content-sha256': hash },
      body,
    },
    { signingDate: new Date(clock.now()) },
  );
  return Object.fromEntries(
    Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
