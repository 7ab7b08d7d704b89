import type { AddressGuard } from '@aicp/common/http/address-guard';
import { guardedRequest } from '@aicp/common/http/guarded-request';
import { describeError } from '@aicp/common/kubernetes/errors';
import {
  CARD_BYTES,
  findCard,
  type FoundCard,
  type NoCard,
} from '@aicp/contracts/agents/find-card';

const TIMEOUT_MS = 10_000;
/** What a header can carry. */
const SENDABLE = /^[\x21-\x7e]+$/;

/** Asks an agent for its card, as gateways do. Never rejects: what goes wrong is told. */
export async function askCard(
  url: string,
  options: { readonly credential: string | undefined; readonly guard: AddressGuard },
): Promise<FoundCard | NoCard> {
  const { credential, guard } = options;
  if (credential !== undefined && !SENDABLE.test(credential)) {
    return { status: null, why: 'its token holds characters that no header can carry' };
  }
  const headers = {
    accept: 'application/json',
    'user-agent': 'ai-control-plane',
    ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
  };
  try {
    return await findCard(url, (address) =>
      guardedRequest(address, { guard, headers, maxBytes: CARD_BYTES, timeoutMs: TIMEOUT_MS }),
    );
  } catch (error) {
    return { status: null, why: `it does not answer: ${describeError(error)}` };
  }
}
