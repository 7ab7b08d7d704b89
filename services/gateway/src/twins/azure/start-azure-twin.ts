import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { MEMBERS, turns } from '../compatible/chat-members.ts';
import { answered, besideAnswered } from '../compatible/start-chat-twin.ts';
import type { ChatVendor } from '../compatible/chat-vendor.ts';
import { EMBEDDING_MEMBERS, embeddingsReply } from '../compatible/plain/embeddings.ts';
import { plainRoute } from '../compatible/plain/plain-route.ts';
import { COMMON } from '../compatible/vendors/common.ts';
import {
  jsonReply,
  startTwin,
  TwinRefusal,
  type Twin,
  type TwinOptions,
  type TwinReply,
  type TwinRequest,
  type TwinRoute,
} from '../kit/start-twin.ts';
import { RealtimeSockets, type RealtimeVendor } from '../openai/realtime-twin.ts';
import { StoredResponses } from '../openai/responses/stored-responses.ts';
import { AzureBatches } from './azure-batches.ts';
import { azureResponses } from './azure-responses.ts';
import { FILTERED, RESULTS } from './content-filters.ts';
import { VERBOSITY, wrongVerbosity } from '../openai/openai-chat.ts';
import { jsonBody } from '../openai/responses/read-question.ts';

/** What Azure's twin gives to an application that asks for a token. */
const TOKEN = 'eyJ0eXAi.the-token-of-a-twin';

/** The key of the resource. */
export const AZURE_KEY = 'key-of-azure';

/** What Azure says of a prompt before it says anything else. */
const PROMPT_RESULTS = {
  prompt_filter_results: [{ prompt_index: 0, content_filter_results: RESULTS }],
};

/** What is deployed. It answers for every name. */
const MODELS = ['gpt-5-mini', 'twin'];

/** As the data plane listed them in its versions of 2022 and 2023. */
const DEPLOYMENTS = {
  object: 'list',
  data: MODELS.map((id) => ({
    ...{ id, object: 'deployment', model: 'gpt-5-mini', status: 'succeeded' },
  })),
};

/** learn.microsoft.com, "Azure OpenAI in Azure AI Foundry Models REST API reference". */
const azure: ChatVendor = {
  ...COMMON,
  models: MODELS,
  base: '/openai',
  // Its keys are looked at here.
  needsKey: false,
  request: z.strictObject({
    ...MEMBERS,
    messages: turns({ developer: true }),
    data_sources: z.array(z.looseObject({})).optional(),
    store: z.boolean().nullish(),
    verbosity: VERBOSITY,
    prompt_cache_key: z.string().nullish(),
  }),
  mistake: wrongVerbosity,
  more: () => PROMPT_RESULTS,
};

const EMBEDDINGS = plainRoute(
  '/embeddings',
  z.strictObject({ ...EMBEDDING_MEMBERS, input_type: z.string().optional() }),
  embeddingsReply,
);

interface AzureTwinOptions extends Omit<TwinOptions, 'routes' | 'sockets'> {
  /** So many times a batch is read before it is over; absent: 2. */
  readonly batchPolls?: number | undefined;
  /** So many times a response that runs in the background is read before it is whole; absent: 2. */
  readonly backgroundPolls?: number | undefined;
}

const POLLS = 2;

/** A server that speaks OpenAI's API as Azure serves it, dated and in version 1, keeps files and responses, does batches, opens realtime sessions, and gives tokens as Entra ID does. */
export const startAzureTwin = ({
  batchPolls = POLLS,
  backgroundPolls = POLLS,
  ...where
}: AzureTwinOptions = {}): Promise<Twin> => {
  const stored = new StoredResponses(backgroundPolls);
  const routes = [...ROUTES, ...keptRoutes(stored, batchPolls)];
  return startTwin({ ...where, routes, sockets: new RealtimeSockets(REALTIME) });
};

/** What lives at the resource. */
function keptRoutes(stored: StoredResponses, polls: number): TwinRoute[] {
  const ofVersion1 = azureResponses(stored, 'v1');
  const kept = new AzureBatches({
    polls,
    answer: (endpoint, body) => answerOf(ofVersion1, endpoint, body),
  });
  return [
    ...[...kept.routes('v1'), ...ofVersion1].map((route) => ({
      ...route,
      answer: (request: TwinRequest) => known(request, (asked) => route.answer(asked)),
    })),
    ...[...kept.routes('dated'), ...azureResponses(stored, 'dated')].map((route) => ({
      ...route,
      answer: (request: TwinRequest) => dated(request, (asked) => route.answer(asked)),
    })),
  ];
}

/** What a request of a batch is answered. */
function answerOf(responses: readonly TwinRoute[], endpoint: string, body: Buffer): TwinReply {
  const ofResponses = responses.find(({ path }) => path.test(`/openai${endpoint}`));
  const plain = endpoint.endsWith('/embeddings') ? embeddings : chat;
  const [headers, query] = [{}, new URLSearchParams()];
  try {
    const request = { method: 'POST', path: endpoint, query, headers, body, params: {} };
    return ofResponses ? ofResponses.answer(request) : plain(request);
  } catch (error) {
    if (error instanceof TwinRefusal) return error.reply;
    throw error;
  }
}

const ROUTES: readonly TwinRoute[] = [
  {
    method: 'POST',
    path: /^\/openai\/deployments\/(?<deployment>[^/]+)\/chat\/completions$/,
    answer: (request) => dated(request, (asked) => chat(withModel(asked))),
  },
  {
    method: 'POST',
    path: /^\/openai\/deployments\/(?<deployment>[^/]+)\/embeddings$/,
    answer: (request) => dated(request, (asked) => embeddings(withModel(asked))),
  },
  {
    method: 'GET',
    path: /^\/openai\/deployments$/,
    answer: (request) => dated(request, () => jsonReply(DEPLOYMENTS)),
  },
  {
    method: 'POST',
    path: /^\/openai\/v1\/chat\/completions$/,
    answer: (asked) => known(asked, chat),
  },
  {
    method: 'POST',
    path: /^\/openai\/v1\/embeddings$/,
    answer: (asked) => known(asked, embeddings),
  },
  { method: 'POST', path: /^\/[\w.-]+\/oauth2\/v2\.0\/token$/, answer: tokenFor },
];

const isKnown = ({ authorization, 'api-key': key }: IncomingHttpHeaders): boolean =>
  key === AZURE_KEY || authorization === `Bearer ${TOKEN}`;

/** learn.microsoft.com, "Use the GPT Realtime API via WebSockets": version 1, and one that has a date. */
const REALTIME: RealtimeVendor = {
  addresses:
    /^\/openai\/(?:v1\/realtime\?|realtime\?(?=(?:.*&)?api-version=\d{4}-\d\d-\d\d(?:-preview)?(?:&|$)))/,
  isKnown,
};

function known(request: TwinRequest, answer: (request: TwinRequest) => TwinReply): TwinReply {
  if (isKnown(request.headers)) return answer(request);
  const message =
    'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription.';
  return jsonReply({ error: { code: '401', message } }, 401);
}

function dated(request: TwinRequest, answer: (request: TwinRequest) => TwinReply): TwinReply {
  const version = request.query.get('api-version') ?? '';
  if (/^\d{4}-\d\d-\d\d(?:-preview)?$/.test(version)) return known(request, answer);
  return jsonReply({ error: { code: '404', message: 'Resource not found' } }, 404);
}

/** The deployment stands in the path, and the model of the body is not looked at. */
function withModel(request: TwinRequest): TwinRequest {
  const body = z.looseObject({}).safeParse(jsonBody(request.body)).data ?? {};
  const model = request.params['deployment'];
  return { ...request, body: Buffer.from(JSON.stringify({ ...body, model })) };
}

const embeddings = (request: TwinRequest): TwinReply => besideAnswered(request, EMBEDDINGS, azure);

function chat(request: TwinRequest): TwinReply {
  if (request.body.includes('a jailbreak')) throw new TwinRefusal(400, FILTERED);
  const reply = answered(request, azure);
  if (reply.headers?.['content-type'] !== 'text/event-stream') return reply;
  const first = { choices: [], created: 0, id: '', model: '', object: '', ...PROMPT_RESULTS };
  return { ...reply, pieces: [Buffer.from(`data: ${JSON.stringify(first)}\n\n`), ...reply.pieces] };
}

/** learn.microsoft.com, "OAuth 2.0 client credentials flow". */
function tokenFor({ body }: TwinRequest): TwinReply {
  const form = Object.fromEntries(new URLSearchParams(body.toString()));
  const isFederated =
    form['client_assertion_type'] === 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' &&
    form['client_assertion'] === 'token-of-the-service-account';
  const isRight =
    form['grant_type'] === 'client_credentials' &&
    form['scope'] === 'https://cognitiveservices.azure.com/.default' &&
    form['client_id'] === 'app' &&
    (form['client_secret'] === 'secret-of-the-app' || isFederated);
  if (isRight) return jsonReply({ token_type: 'Bearer', expires_in: 3599, access_token: TOKEN });
  const description = 'AADSTS7000215: Invalid client secret provided.';
  return jsonReply({ error: 'invalid_client', error_description: description }, 401);
}
