import { storedIn } from '../../protocols/openai-responses/stored-things.ts';
import { isObject, memberOf, type RealtimeEvent } from './event-members.ts';

/** Events that clients may send. What others would do, and cost, is not known. */
const KNOWN: ReadonlySet<string> = new Set([
  'session.update',
  ...['input_audio_buffer.append', 'input_audio_buffer.commit', 'input_audio_buffer.clear'],
  ...['conversation.item.create', 'conversation.item.retrieve'],
  ...['conversation.item.truncate', 'conversation.item.delete'],
  ...['response.create', 'response.cancel', 'output_audio_buffer.clear'],
]);

/** Why an event does not go on. */
export interface EventFault {
  readonly message: string;
  readonly param: string | null;
}

/** Whom a session is with. */
export interface SessionModel {
  /** As the client called it. */
  readonly requestedName: string;
  /** As the provider does. */
  readonly upstreamModel: string;
}

/**
 * Looks at an event before it goes to the provider: it goes on as it was read here, so that nothing passes that another reader would find in its bytes. A
 * session keeps its model, has the tools of its client alone, and names nothing that the vendor stores for its customer, who is one for all tenants.
 */
export function checkClientEvent(
  event: RealtimeEvent,
  model: SessionModel,
): RealtimeEvent | EventFault {
  if (!KNOWN.has(event.type))
    return {
      param: 'type',
      message: `Events of type ${JSON.stringify(event.type.slice(0, 100))} are not passed on.`,
    };
  const session = event['session'];
  const type = memberOf(session, 'type') ?? 'realtime';
  if (type !== 'realtime') return { param: 'session.type', message: NO_TRANSCRIPTION };
  const unnamed = eventIdFault(event['event_id']);
  if (unnamed) return unnamed;
  for (const part of ['session', 'response', 'item'] as const) {
    const fault = faultOf(event[part], part, model);
    if (fault) return fault;
  }
  return isObject(session) && 'model' in session
    ? { ...event, session: { ...session, model: model.upstreamModel } }
    : event;
}

const NO_TRANSCRIPTION =
  'Sessions are of type "realtime" alone: for what is said to be written down and no more, send it to /v1/audio/transcriptions.';

/** Whether an event does not go on. */
export const isFault = (checked: RealtimeEvent | EventFault): checked is EventFault =>
  'param' in checked && !('type' in checked);

/** As OpenAI has it. The id is kept until a response begins, and told back with an error. */
const LONGEST_EVENT_ID = 512;

const eventIdFault = (id: unknown): EventFault | undefined =>
  (id ?? null) === null || (typeof id === 'string' && id.length <= LONGEST_EVENT_ID)
    ? undefined
    : {
        param: 'event_id',
        message: `event_id is a text of ${LONGEST_EVENT_ID} characters at most, or left out.`,
      };

function faultOf(part: unknown, name: string, model: SessionModel): EventFault | undefined {
  return (
    modelFault(memberOf(part, 'model'), name, model) ??
    conversationFault(memberOf(part, 'conversation'), name) ??
    idFault(part, name) ??
    toolFault(memberOf(part, 'tools'), name) ??
    storedFault(part, name)
  );
}

function modelFault(
  asked: unknown,
  name: string,
  { requestedName, upstreamModel }: SessionModel,
): EventFault | undefined {
  // Clients that send back what their session said it is have the provider's name for it.
  const isSame = asked === requestedName || asked === upstreamModel;
  if (asked === undefined || (isSame && name === 'session')) return undefined;
  return {
    param: `${name}.model`,
    message: `The model of this session is ${requestedName}, and stays so: open another session for another model.`,
  };
}

const CONVERSATIONS: ReadonlySet<unknown> = new Set([undefined, null, 'auto', 'none']);

const conversationFault = (asked: unknown, name: string): EventFault | undefined =>
  CONVERSATIONS.has(asked)
    ? undefined
    : {
        param: `${name}.conversation`,
        message:
          'conversation can be "auto" or "none": conversations that are stored are not served.',
      };

/** What the vendor keeps for its customer, by its id. */
const STORED_IDS = ['prompt', 'previous_response_id'];

function idFault(part: unknown, name: string): EventFault | undefined {
  const id = STORED_IDS.find((one) => (memberOf(part, one) ?? null) !== null);
  return id === undefined
    ? undefined
    : {
        param: `${name}.${id}`,
        message: `${id} names what the vendor stores, which is not served here: send it with the event.`,
      };
}

function toolFault(tools: unknown, name: string): EventFault | undefined {
  if (!Array.isArray(tools)) return undefined;
  const index = tools.findIndex((tool) => memberOf(tool, 'type') !== 'function');
  return index === -1
    ? undefined
    : {
        param: `${name}.tools[${index}].type`,
        message:
          'Tools in a session can be of type "function" alone: what the vendor would call for the model is called here by nobody.',
      };
}

function storedFault(part: unknown, name: string): EventFault | undefined {
  const stored = storedIn(part);
  return stored === undefined
    ? undefined
    : {
        param: `${name}.${stored}`,
        message: `${stored} names what the vendor stores, which is not served here: leave it out.`,
      };
}
