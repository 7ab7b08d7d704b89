import { parseJson } from '@aicp/common/json/parse-json';
import type { z } from 'zod';
import { answerFor, failureOf } from '../kit/answer-for.ts';
import {
  eventsReply,
  jsonReply,
  TwinRefusal,
  type TwinReply,
  type TwinRequest,
  type TwinRoute,
} from '../kit/start-twin.ts';
import { wrongTurn } from './check-turns.ts';
import { batchEmbedRequest, embedRequest, usageOf, vectorOf } from './gemini-embedding.ts';
import { blockedOf, chunksOf, documentOf, type AnsweredBy } from './gemini-answer.ts';
import { questionOf } from './gemini-question.ts';
import { countRequest, generateRequest, type TwinGenerate } from './gemini-request.ts';

const MODELS = ['gemini-2.5-flash', 'gemini-3-pro-preview', 'gemini-embedding-001'];
const PATH = '/v1(?:beta)?';

/** Google's names of what went wrong. */
const STATUSES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

const refused = (status: number, message: string): TwinRefusal =>
  new TwinRefusal(status, {
    error: { code: status, message, status: STATUSES[status] ?? 'INTERNAL' },
  });

/** Whether somebody may ask; throws a `TwinRefusal` where not. */
export type Admit = (request: TwinRequest) => void;

/** The Gemini API as Google serves it to developers. */
export const geminiRoutes = (): TwinRoute[] => [
  ...generateRoutes(new RegExp(`${PATH}/models/`).source, hasKey),
  {
    method: 'POST',
    path: new RegExp(`${PATH}/models/(?<model>[^:/]+):countTokens`),
    answer: (request) => {
      hasKey(request);
      return countedOf(request, countRequest(modelOf(request)));
    },
  },
  {
    method: 'POST',
    path: new RegExp(`${PATH}/models/(?<model>[^:/]+):embedContent`),
    answer: (request) => {
      hasKey(request);
      const { content, outputDimensionality } = read(embedRequest(modelOf(request)), request.body);
      return jsonReply({
        embedding: vectorOf(content, outputDimensionality),
        ...usageOf([content]),
      });
    },
  },
  {
    method: 'POST',
    path: new RegExp(`${PATH}/models/(?<model>[^:/]+):batchEmbedContents`),
    answer: (request) => {
      hasKey(request);
      const { requests } = read(batchEmbedRequest(modelOf(request)), request.body);
      return jsonReply({
        embeddings: requests.map((one) => vectorOf(one.content, one.outputDimensionality)),
        ...usageOf(requests.map(({ content }) => content)),
      });
    },
  },
  {
    method: 'GET',
    path: new RegExp(`${PATH}/models`),
    answer: (request) => {
      hasKey(request);
      return jsonReply({ models: MODELS.map(listed) });
    },
  },
];

/** What generates, below any path; `[^:]` since methods are told with a colon. */
export const generateRoutes = (prefix: string, admit: Admit): TwinRoute[] => [
  {
    method: 'POST',
    path: new RegExp(`${prefix}(?<model>[^:/]+):generateContent`),
    answer: (request) => generate(request, admit, false),
  },
  {
    method: 'POST',
    path: new RegExp(`${prefix}(?<model>[^:/]+):streamGenerateContent`),
    answer: (request) => generate(request, admit, true),
  },
];

const hasKey: Admit = ({ headers, query }) => {
  const key = headers['x-goog-api-key'] ?? query.get('key');
  if (key === null || key === '')
    throw refused(403, "Method doesn't allow unregistered callers. Please use API Key.");
  if (key === 'wrong') throw refused(400, 'API key not valid. Please pass a valid API key.');
};

const CHARACTERS_A_TOKEN = 4;

/** Counts a request that has the form. */
export function countedOf(request: TwinRequest, schema: z.ZodType<TwinGenerate>): TwinReply {
  const model = modelOf(request);
  if (!model.startsWith('gemini-'))
    throw refused(404, `models/${model} is not found for API version v1beta.`);
  const asked = read(schema, request.body);
  const failure = failureOf(questionOf(asked));
  if (failure !== undefined) throw refused(failure, 'The question asks for it.');
  const { contents, systemInstruction, tools } = asked;
  const characters = JSON.stringify([contents, systemInstruction, tools]).length;
  const totalTokens = Math.ceil(characters / CHARACTERS_A_TOKEN);
  return jsonReply({
    totalTokens,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: totalTokens }],
  });
}

function generate(request: TwinRequest, admit: Admit, isStream: boolean): TwinReply {
  admit(request);
  const { params, query } = request;
  const { asked, question } = asking(request);
  const answer = answerFor(question);
  const candidates = asked.generationConfig?.candidateCount ?? 1;
  const by: AnsweredBy = { model: params['model'] ?? '', id: 'mAnSwErId', candidates };
  const isBlocked = question.text.includes('block the prompt');
  const document = isBlocked ? blockedOf(answer, by) : documentOf(answer, by);
  if (!isStream) return { ...jsonReply(document), breaks: answer.breaks };
  const chunks = isBlocked ? [document] : chunksOf(answer, by);
  if (query.get('alt') !== 'sse') return jsonReply(chunks);
  return eventsReply(
    chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`),
    answer.breaks,
  );
}

/** What is asked; throws where it is refused. */
function asking({ body, params }: TwinRequest) {
  const model = params['model'] ?? '';
  if (!model.startsWith('gemini-'))
    throw refused(404, `models/${model} is not found for API version v1beta.`);
  const asked = read(generateRequest, body);
  const wrong = wrongTurn(asked.contents, model);
  if (wrong !== undefined) throw refused(400, wrong);
  const question = questionOf(asked);
  const failure = failureOf(question);
  if (failure !== undefined) throw refused(failure, 'The question asks for it.');
  return { asked, question };
}

function read<T>(schema: z.ZodType<T>, body: Buffer): T {
  const found = schema.safeParse(parseJson(body.toString()));
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  throw refused(400, `Invalid value at '${issue?.path.join('.')}': ${issue?.message}`);
}

const modelOf = ({ params }: TwinRequest): string => params['model'] ?? '';

const listed = (name: string) => ({
  name: `models/${name}`,
  version: '001',
  displayName: name,
  inputTokenLimit: 1_048_576,
  outputTokenLimit: 65_536,
  supportedGenerationMethods: name.includes('embedding')
    ? ['embedContent', 'batchEmbedContents', 'countTokens']
    : ['generateContent', 'countTokens'],
});
