import { addressGuard, LOCAL_TOO, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { guardedRequest } from '@aicp/common/http/guarded-request';
import type { GatewayConfig } from '../config/config.ts';
import type { ReadDocument } from './issuer-keys.ts';
import { SignOn, type SignOnOptions } from './sign-on.ts';

/** No discovery document, and no key set, is longer. */
const MAX_BYTES = 262_144;
const TIMEOUT_MS = 5_000;

/** Tokens of single sign-on; undefined where it is not known where clients reach us, so that none can be for us. */
export function openSignOn(
  { publicUrl, ssoPrivateNetworks = false }: GatewayConfig,
  needs: Pick<SignOnOptions, 'clock' | 'log'>,
): SignOn | undefined {
  if (publicUrl === undefined) return undefined;
  return new SignOn({ publicUrl, read: reader(ssoPrivateNetworks), ...needs });
}

/** Reads from where providers may stand: over TLS, and not where only this installation can reach, unless that is allowed. */
function reader(isPrivateAllowed: boolean): ReadDocument {
  const guard = addressGuard(isPrivateAllowed ? LOCAL_TOO : PUBLIC_ONLY);
  return async (url) => {
    if (url.protocol !== 'https:' && !isPrivateAllowed) throw new Error('it is not at https');
    const { status, body } = await guardedRequest(url, {
      ...{ guard, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS },
      headers: { accept: 'application/json' },
    });
    if (status !== 200) throw new Error(`it answers ${status}`);
    return JSON.parse(body.toString('utf8')) as unknown;
  };
}
