import {
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
import { checkKey, refused } from './responses/read-question.ts';
import { StoredBatches } from './batches/stored-batches.ts';
import { StoredFiles } from './stored-files.ts';
import { RealtimeSockets } from './realtime-twin.ts';
import { responsesRoutes } from './responses/responses-routes.ts';
import { StoredResponses } from './responses/stored-responses.ts';

interface OpenAiTwinOptions extends Omit<TwinOptions, 'routes' | 'sockets'> {
  /** What a request is answered in the place of what the twin would answer; undefined: that. */
  readonly instead?: ((request: TwinRequest) => TwinReply | undefined) | undefined;
  /** So many times a response that runs in the background is read before it is whole; absent: 2. */
  readonly backgroundPolls?: number | undefined;
  /** So many times a batch is read before it is over; absent: 2. */
  readonly batchPolls?: number | undefined;
}

const BACKGROUND_POLLS = 2;
const BATCH_POLLS = 2;

/** A server that speaks OpenAI's Responses and chat completions as strictly as OpenAI does, keeps files, does batches of requests, opens realtime sessions, and lists its models. */
export const startOpenAiTwin = ({
  instead,
  backgroundPolls = BACKGROUND_POLLS,
  batchPolls = BATCH_POLLS,
  ...options
}: OpenAiTwinOptions = {}): Promise<Twin> =>
  startTwin({
    ...options,
    sockets: new RealtimeSockets(),
    routes: routesOf(new StoredResponses(backgroundPolls), batchPolls).map((route) => ({
      ...route,
      answer: (request) => instead?.(request) ?? route.answer(request),
    })),
  });

function routesOf(stored: StoredResponses, batchPolls: number): readonly TwinRoute[] {
  const files = new StoredFiles();
  const single: readonly TwinRoute[] = [
    ...responsesRoutes({ stored, check: checkKey }),
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
