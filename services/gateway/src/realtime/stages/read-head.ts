import { badRequest } from '../../pipeline/exchange/refusal.ts';
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
    if (problem) flow.refuse(badRequest(problem.message, problem.param));
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
