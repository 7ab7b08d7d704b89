import { CHAT_LIMITS } from '../../protocols/openai-chat/chat-scan.ts';
import { MOST_MESSAGE_BYTES } from '../../providers/websocket/open-websocket.ts';
import type { ProtocolError } from '../../protocols/protocol.ts';
import { requestError } from './error-event.ts';
import type { EventLimits, EventProblem } from './scan-event.ts';

const MIB = 1_048_576;

/** What an event of a client may be made of. It is read and written anew before its vendor gets it. */
export const CLIENT_LIMITS: EventLimits = {
  ...{ depth: CHAT_LIMITS.depth, elements: 20_000, digits: 100, bytes: MIB },
};

/** What an event of a vendor may be made of, which is read, and passes as it came. */
export const VENDOR_LIMITS: EventLimits = {
  ...{ ...CHAT_LIMITS, digits: 1000, bytes: MOST_MESSAGE_BYTES },
};

const SAID: Readonly<Record<EventProblem, string>> = {
  malformed: 'Send events as JSON objects with a type.',
  deep: `Events are nested ${CLIENT_LIMITS.depth} levels deep at most.`,
  many: `Events have ${CLIENT_LIMITS.elements} values at most.`,
  long: `Numbers in events have ${CLIENT_LIMITS.digits} characters at most.`,
  large: `Events have ${CLIENT_LIMITS.bytes / MIB} MiB at most beside the sound (audio) and the pictures (image_url) in them: send it in parts.`,
};

/** What a client is told whose event is not read. */
export const problemError = (problem: EventProblem): ProtocolError =>
  requestError(SAID[problem], null);
