import { answerFor, failureOf } from '../kit/answer-for.ts';
import {
  eventsReply,
  jsonReply,
  startTwin,
  type Twin,
  type TwinOptions,
  type TwinReply,
  type TwinRequest,
  type TwinRoute,
} from '../kit/start-twin.ts';
import { documentOf, eventsOf } from './chat-answer.ts';
import { chatAsk, questionOf, type ChatAsk, type ChatTurn } from './chat-ask.ts';
import type { ChatVendor } from './chat-vendor.ts';
import { wordsOf, type PlainRoute } from './plain/plain-route.ts';

/** A server that speaks the chat completions of a vendor, and refuses what the vendor refuses. */
export const startChatTwin = (
  vendor: ChatVendor,
  where: Omit<TwinOptions, 'routes'> = {},
): Promise<Twin> => startTwin({ ...where, routes: chatRoutes(vendor) });

/** Its chat completions, what it serves beside them, and the list of its models. */
export const chatRoutes = (vendor: ChatVendor): TwinRoute[] => [
  {
    method: 'POST',
    path: new RegExp(`^${vendor.base}/chat/completions$`),
    answer: (request) => answered(request, vendor),
  },
  {
    method: 'GET',
    path: new RegExp(`^${vendor.base}/models$`),
    answer: (request) => notKnown(request, vendor) ?? modelsOf(vendor),
  },
  ...(vendor.beside ?? []).map((route) => ({
    method: 'POST' as const,
    path: new RegExp(`^${vendor.base}${route.path}$`),
    answer: (request: TwinRequest) => besideAnswered(request, route, vendor),
  })),
];

const listed = (id: string) =>
  ({ id, object: 'model', created: 1_760_000_000, owned_by: 'twin' }) as const;

const modelsOf = ({ models, refusal }: ChatVendor): TwinReply =>
  models.length > 0
    ? jsonReply({ object: 'list', data: models.map(listed) })
    : refusal({ status: 404, message: 'There is no list of models.' });

/** The answer to a request for a chat, or its refusal. */
export function answered(request: TwinRequest, vendor: ChatVendor): TwinReply {
  const stranger = notKnown(request, vendor);
  if (stranger) return stranger;
  const asked = readAsk(request.body, vendor);
  if ('message' in asked) return vendor.refusal(asked);
  const question = questionOf(asked.ask, vendor.thinks(asked.ask));
  const failure = failureOf(question);
  if (failure !== undefined)
    return vendor.refusal({ status: failure, message: `It fails with ${failure}.` });
  const said = answerFor(question);
  const answer = { ...said, text: (vendor.repeats?.(asked.ask) ?? '') + said.text };
  if (asked.ask.stream === true)
    return eventsReply(eventsOf(answer, asked.ask, vendor), answer.breaks);
  return { ...jsonReply(documentOf(answer, asked.ask, vendor)), breaks: answer.breaks };
}

/** The answer to a request for what the vendor serves beside chats, or its refusal. */
export function besideAnswered(
  request: TwinRequest,
  route: PlainRoute,
  vendor: ChatVendor,
): TwinReply {
  const stranger = notKnown(request, vendor);
  if (stranger) return stranger;
  const reply = route.reply(parsed(request.body));
  return 'message' in reply ? vendor.refusal(reply) : reply;
}

function notKnown({ headers }: TwinRequest, vendor: ChatVendor): TwinReply | undefined {
  const isKnown = /^Bearer \S+$/.test(headers.authorization ?? '');
  if (!vendor.needsKey || isKnown) return undefined;
  return vendor.refusal({ status: 401, message: 'Invalid API key.' });
}

type Read =
  | { readonly ask: ChatAsk }
  | { readonly status: 400; readonly message: string; readonly param?: string };

function readAsk(body: Buffer, vendor: ChatVendor): Read {
  const value = parsed(body);
  const { error } = vendor.request.safeParse(value);
  const [issue] = error?.issues ?? [];
  if (issue) return { status: 400, ...wordsOf(issue) };
  const ask = chatAsk.parse(value);
  const { messages } = ask;
  const message = openCall(messages) ?? vendor.order?.(messages) ?? vendor.mistake?.(ask);
  return message === undefined ? { ask } : { status: 400, message };
}

/** Every call of a tool has to be answered. */
function openCall(messages: readonly ChatTurn[]): string | undefined {
  const answers = new Set(messages.map(({ tool_call_id }) => tool_call_id));
  const calls = messages.flatMap(({ tool_calls }) => tool_calls ?? []);
  const open = calls.find(({ id }) => !answers.has(id));
  return open && `No message of a tool answers the call ${open.id}.`;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
