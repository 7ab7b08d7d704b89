import { answerFor, failureOf, piecesOf } from '../kit/answer-for.ts';
import {
  eventsReply,
  jsonReply,
  startTwin,
  TwinRefusal,
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
import { writeResponse, type WrittenResponse } from './response-writer.ts';
import { StoredBatches } from './batches/stored-batches.ts';
import { StoredFiles } from './stored-files.ts';
import { StoredResponses } from './stored-responses.ts';

interface OpenAiTwinOptions extends Omit<TwinOptions, 'routes'> {
  /** What a request is answered in the place of what the twin would answer; undefined: that. */
  readonly instead?: ((request: TwinRequest) => TwinReply | undefined) | undefined;
  /** So many times a response that runs in the background is read before it is whole; absent: 2. */
  readonly backgroundPolls?: number | undefined;
  /** So many times a batch is read before it is over; absent: 2. */
  readonly batchPolls?: number | undefined;
}

const BACKGROUND_POLLS = 2;
const BATCH_POLLS = 2;

/** A server that speaks OpenAI's Responses and chat completions as strictly as OpenAI does, keeps files, does batches of requests, and lists its models. */
export const startOpenAiTwin = ({
  instead,
  backgroundPolls = BACKGROUND_POLLS,
  batchPolls = BATCH_POLLS,
  ...options
}: OpenAiTwinOptions = {}): Promise<Twin> =>
  startTwin({
    ...options,
    routes: routesOf(new StoredResponses(backgroundPolls), batchPolls).map((route) => ({
      ...route,
      answer: (request) => instead?.(request) ?? route.answer(request),
    })),
  });

function routesOf(stored: StoredResponses, batchPolls: number): readonly TwinRoute[] {
  const files = new StoredFiles();
  const single: readonly TwinRoute[] = [
    { method: 'POST', path: /^\/v1\/responses$/, answer: (request) => respond(request, stored) },
    ...stored.routes(checkKey),
    ...IMAGE_ROUTES,
    ...SPEECH_ROUTES,
    ...FORM_ROUTES,
    ...chatRoutes(openAiChatVendor),
  ];
  const batches = new StoredBatches({
    ...{ files, check: checkKey, polls: batchPolls },
    refused: (status, message, param) => refused(status, message, param, null),
    answer: (path, body) => answerOf(single, path, body),
  });
  return [...single, ...files.routes(checkKey), ...batches.routes()];
}

/** What a request of a batch is answered. */
function answerOf(routes: readonly TwinRoute[], path: string, body: Buffer): TwinReply {
  const route = routes.find((one) => one.method === 'POST' && one.path.test(path));
  if (!route) return refused(404, `There is nothing at ${path}.`, null, null).reply;
  const headers = { authorization: 'Bearer of-the-batch', 'content-type': 'application/json' };
  const request = { method: 'POST', path, query: new URLSearchParams(), headers, body, params: {} };
  try {
    return route.answer(request);
  } catch (error) {
    if (error instanceof TwinRefusal) return error.reply;
    throw error;
  }
}

function respond(request: TwinRequest, stored: StoredResponses): TwinReply {
  checkKey(request);
  const { asked, whole } = readRequest(request.body, (one) => stored.before(one));
  const question = questionOf(whole);
  const failure = failureOf(question);
  const isKept = asked.store !== false;
  const isBackground = asked.background === true;
  if (!isBackground) failIfAsked(failure);
  else if (!isKept)
    throw refused(400, 'Background mode requires store to be true.', 'background', null);
  const answer = answerFor(question);
  const id = isKept ? stored.nextId() : undefined;
  const written = writeResponse(asked, answer, piecesOf, id);
  if (isBackground && asked.stream !== true)
    return jsonReply(stored.begin(asked, failure === undefined ? written : failed(written)));
  if (isKept) stored.keep(asked, written);
  return asked.stream === true
    ? streamed(written, answer.breaks)
    : { ...jsonReply(written.response), breaks: answer.breaks };
}

function failIfAsked(failure: number | undefined): void {
  if (failure !== undefined)
    throw refused(failure, `The twin was asked to fail with ${failure}.`, null, null);
}

const streamed = ({ events }: WrittenResponse, breaks: boolean): TwinReply =>
  eventsReply(
    events.map((event) => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`),
    breaks,
  );

/** The same as a run that failed. */
const failed = ({ response, events }: WrittenResponse): WrittenResponse => ({
  events,
  response: {
    ...{ ...response, status: 'failed', output: [], usage: null },
    error: { code: 'server_error', message: 'The twin was asked to fail.' },
  },
});
