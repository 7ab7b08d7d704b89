import { PreparedCall } from '../http1/prepared-call.ts';
import type { UpstreamCall, UpstreamReceiver } from '../upstream/provider-client.ts';
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
