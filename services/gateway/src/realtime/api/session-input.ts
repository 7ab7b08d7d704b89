import type { ProtocolRequest } from '../../protocols/protocol.ts';
import type { HeardSound } from '../events/context-size.ts';

/** What is known of a session, or of one of its responses, before anybody is asked. */
export interface SessionFacts {
  readonly model: string | undefined;
  readonly maxTokens?: number | undefined;
  readonly hasTools?: boolean;
  /** What the model is about to read, as characters of text; absent: nothing yet. */
  readonly promptCharacters?: number;
  /** The sound that is written down; absent: none is. */
  readonly heard?: HeardSound;
}

const inNoSession = (): never => {
  throw new TypeError('a session is no request');
};

/** A session, or one of its responses, as the stages read a request. What is said in it nobody can look at. */
export function sessionInput({
  model,
  maxTokens,
  hasTools = false,
  promptCharacters = 0,
  heard,
}: SessionFacts): ProtocolRequest {
  const input: ProtocolRequest = {
    ...{ model, maxTokens, hasTools, promptCharacters, stream: true },
    ...{ user: undefined, metadata: {}, size: heard?.bytes ?? promptCharacters },
    heardMs: heard?.ms,
    promptTexts: () => ({ texts: [], unseen: UNSEEN }),
    withTexts: () => input,
    bodyFor: inNoSession,
    openStream: inNoSession,
    openDocument: inNoSession,
  };
  return input;
}

/** What guardrails cannot look at. */
const UNSEEN: ReadonlySet<string> = new Set(['realtime_session']);
