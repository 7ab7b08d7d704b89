import { PreparedCall, toUpstreamError } from '../http1/prepared-call.ts';
import type { UpstreamCall, UpstreamReceiver } from '../upstream/provider-client.ts';
import { SessionRefused } from '../websocket/open-websocket.ts';
import { RenewedCall } from './renewed-call.ts';

/** Where tokens come from. */
interface Tokens {
  get(): Promise<string>;
  forget(token: string): void;
}

/** Sends a request with the token that holds now; where that is answered with 401, it is forgotten, and the request sent once more with another. */
export function byToken(
  tokens: Tokens,
  receiver: UpstreamReceiver,
  sendWith: (token: string, receiver: UpstreamReceiver) => UpstreamCall,
): UpstreamCall {
  let used = '';
  return new RenewedCall({
    receiver,
    send: (hearing) =>
      new PreparedCall(hearing, async () => {
        used = await tokens.get();
        return (over) => sendWith(used, over);
      }),
    isRefused: (status) => {
      if (status === 401) tokens.forget(used);
      return status === 401;
    },
  });
}

/** Opens something with the token that holds now; where that is refused with 401, it is forgotten, and another is tried once. */
export async function openedByToken<T>(
  tokens: Tokens,
  openWith: (token: string) => Promise<T>,
): Promise<T> {
  const open = async (): Promise<T> => {
    const token = await tokenOf(tokens);
    try {
      return await openWith(token);
    } catch (error) {
      if (isUnauthorized(error)) tokens.forget(token);
      throw error;
    }
  };
  try {
    return await open();
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    return await open();
  }
}

const isUnauthorized = (error: unknown): boolean =>
  error instanceof SessionRefused && error.status === 401;

async function tokenOf(tokens: Tokens): Promise<string> {
  try {
    return await tokens.get();
  } catch (error) {
    throw toUpstreamError(error);
  }
}
