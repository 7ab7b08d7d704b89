import type { IncomingHttpHeaders } from 'node:http';
import type { CallableAgent } from '@aicp/contracts/agents/agent-book';
import type { ProtocolVersion } from '@aicp/contracts/agents/agent-card';

/** What names extensions of the protocol, in 1.0 and before: passed on as it is. */
const EXTENSION_HEADERS = ['a2a-extensions', 'x-a2a-extensions'];
const SANE = /^[\x20-\x7e]{1,2000}$/;

/** Its own credential, and nothing of who asks. */
export const credentialHeaders = ({ token }: CallableAgent): Record<string, string> => ({
  'user-agent': 'ai-control-plane',
  // Its answers are read.
  'accept-encoding': 'identity',
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
});

/** What a call has beyond that. */
export const callHeaders = (
  agent: CallableAgent,
  sent: {
    readonly version: ProtocolVersion;
    readonly isStreamed: boolean;
    readonly body: string;
    readonly requestId: string;
    readonly headers: IncomingHttpHeaders;
  },
): Record<string, string> => ({
  ...credentialHeaders(agent),
  ...Object.fromEntries(extensionsIn(sent.headers)),
  ...(sent.version === '0.3' ? {} : { 'a2a-version': sent.version }),
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(sent.body)),
  accept: sent.isStreamed ? 'text/event-stream' : 'application/json',
  'x-request-id': sent.requestId,
});

/** Headers on extensions, of a request or of an answer. */
export const extensionsIn = (headers: IncomingHttpHeaders): [string, string][] =>
  EXTENSION_HEADERS.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' && SANE.test(value) ? [[name, value]] : [];
  });
