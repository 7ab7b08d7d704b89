import { badRequest, type Refusal } from '../../pipeline/exchange/refusal.ts';
import type { Stage } from '../../pipeline/exchange/stage.ts';
import { metadataOf } from '../../pipeline/read.ts';
import { readRealtimeAddress } from '../api/realtime-address.ts';
import { sessionInput, type SessionFacts } from '../api/session-input.ts';

/** Stage: what the request says that opens a session. It has no body. `factsOf`: of a response, what is known of it; absent: it is the session itself. */
export const readHead = (
  facts: Omit<SessionFacts, 'model'> = {},
): Stage<'authenticated', 'read'> => ({
  name: 'read',
  from: 'authenticated',
  to: 'read',
  hasEffects: false,
  run(phase, flow) {
    const { headers, url = '' } = phase.exchange.request;
    const { model, problem } = readRealtimeAddress(url);
    const headerMetadata = metadataOf(headers);
    const refusal = problem
      ? badRequest(problem.message, problem.param)
      : handshakeFault(headers['sec-websocket-key'], headers['sec-websocket-version']);
    if (refusal) flow.refuse(refusal);
    else if (!headerMetadata)
      flow.refuse(badRequest('x-aicp-metadata must be a JSON object.', 'x-aicp-metadata'));
    else
      flow.pass({
        ...phase,
        phase: 'read',
        input: sessionInput({ ...facts, model }),
        headerMetadata,
      });
  },
});

/** 16 bytes, as RFC 6455 has it. */
const KEY = /^[+/0-9A-Za-z]{22}==$/;

function handshakeFault(key: unknown, version: unknown): Refusal | undefined {
  if (typeof key !== 'string' || !KEY.test(key))
    return badRequest(
      'The header sec-websocket-key must be 16 bytes in base64.',
      'sec-websocket-key',
    );
  return version === '13'
    ? undefined
    : {
        ...badRequest('WebSockets are spoken in version 13.', 'sec-websocket-version'),
        headers: ['sec-websocket-version', '13'],
      };
}
