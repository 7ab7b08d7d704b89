import { answerFor, failureOf, piecesOf } from '../kit/answer-for.ts';
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
import { chatRoutes } from '../compatible/start-chat-twin.ts';
import { openAiChatVendor } from './openai-chat.ts';
import { IMAGE_ROUTES } from './images.ts';
import { FORM_ROUTES } from './transcripts.ts';
import { SPEECH_ROUTES } from './speech.ts';
import { checkKey, questionOf, readRequest, refused } from './read-question.ts';
import { writeResponse } from './response-writer.ts';
import { StoredFiles } from './stored-files.ts';
import { StoredResponses } from './stored-responses.ts';

interface OpenAiTwinOptions extends Omit<TwinOptions, 'routes'> {
  /** What a request is answered in the place of what the twin would answer; undefined: that. */
  readonly instead?: ((request: TwinRequest) => TwinReply | undefined) | undefined;
}

/** A server that speaks OpenAI's Responses and chat completions as strictly as OpenAI does, keeps files, and lists its models. */
export const startOpenAiTwin = ({ instead, ...options }: OpenAiTwinOptions = {}): Promise<Twin> =>
  startTwin({
    ...options,
    routes: routesOf(new StoredFiles()).map((route) => ({
      ...route,
      answer: (request) => instead?.(request) ?? route.answer(request),
    })),
  });

function routesOf(files: StoredFiles): readonly TwinRoute[] {
  const stored = new StoredResponses();
  return [
    { method: 'POST', path: /^\/v1\/responses$/, answer: (request) => respond(request, stored) },
    ...stored.routes(checkKey),
    ...IMAGE_ROUTES,
    ...SPEECH_ROUTES,
    ...FORM_ROUTES,
    ...chatRoutes(openAiChatVendor),
    ...files.routes(checkKey),
  ];
}

function respond(request: TwinRequest, stored: StoredResponses): TwinReply {
  checkKey(request);
  const { asked, whole } = readRequest(request.body, (one) => stored.before(one));
  const question = questionOf(whole);
  const failure = failureOf(question);
  if (failure !== undefined)
    throw refused(failure, `The twin was asked to fail with ${failure}.`, null, null);
  const answer = answerFor(question);
  const isKept = asked.store !== false;
  const id = isKept ? stored.nextId() : undefined;
  const written = writeResponse(asked, answer, piecesOf, id);
  const { response, events } = written;
  if (isKept) stored.keep(asked, written);
  if (asked.stream !== true) return { ...jsonReply(response), breaks: answer.breaks };
  const lines = events.map(
    (event) => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`,
  );
  return eventsReply(lines, answer.breaks);
}
