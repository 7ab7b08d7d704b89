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
import { documentOf, eventsOf } from './cohere-answer.ts';
import { questionOf, wrongOrder } from './cohere-question.ts';
import { chatRequest, embedRequest, rerankRequests } from './cohere-request.ts';

const ID = '5a50480a-cf52-46f0-af01-53d18539bd31';
/** Characters of the longest conversation. */
const LONGEST = 400_000;
const MODELS = ['command-a-03-2025', 'command-a-reasoning-08-2025', 'embed-v4.0', 'rerank-v3.5'];
const DIMENSIONS = 256;

const refused = (status: number, message: string): TwinRefusal =>
  new TwinRefusal(status, { id: ID, message });

/** Cohere's API. */
export const cohereRoutes = (): TwinRoute[] => [
  { method: 'POST', path: /\/v2\/chat/, answer: chat },
  { method: 'POST', path: /\/v2\/embed/, answer: embed },
  { method: 'POST', path: /\/(?<version>v[12])\/rerank/, answer: rerank },
  {
    method: 'GET',
    path: /\/v1\/models/,
    answer: (request) => {
      hasKey(request);
      const models = MODELS.map((name) => ({ name, endpoints: [name.replace(/-.*/, '')] }));
      return jsonReply({ models });
    },
  },
];

function hasKey({ headers }: TwinRequest): void {
  const key = /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  if (key === undefined) throw refused(401, 'no api key supplied');
  if (key === 'wrong') throw refused(401, 'invalid api token');
}

function read<Schema extends z.ZodType>(schema: Schema, request: TwinRequest): z.output<Schema> {
  hasKey(request);
  const said = schema.safeParse(parseJson(request.body.toString()));
  if (said.success) return said.data;
  const [issue] = said.error.issues;
  throw refused(400, `invalid request: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}

function chat(request: TwinRequest): TwinReply {
  const asked = read(chatRequest, request);
  const wrong = wrongOrder(asked.messages);
  if (wrong !== undefined) throw refused(400, `invalid request: ${wrong}`);
  const question = questionOf(asked);
  const status = failureOf(question);
  if (status !== undefined) throw refused(status, `Simulated failure ${status}.`);
  if (question.promptCharacters > LONGEST)
    throw refused(
      400,
      'too many tokens: size limit exceeded by 4000 tokens. Try using shorter or fewer inputs.',
    );
  const answer = answerFor(question);
  if (asked.stream) return eventsReply(eventsOf(answer, ID), answer.breaks);
  return { ...jsonReply(documentOf(answer, ID)), breaks: answer.breaks };
}

/** Texts with the same characters are alike. */
function vectorOf(text: string, size: number): number[] {
  const vector = new Array<number>(size).fill(0);
  for (const character of text) {
    const at = (character.codePointAt(0) ?? 0) % size;
    vector[at] = (vector[at] ?? 0) + 0.125;
  }
  return vector;
}

const tokensOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);

function embed(request: TwinRequest): TwinReply {
  const asked = read(embedRequest, request);
  const vectors = asked.texts.map((text) => vectorOf(text, asked.output_dimension ?? DIMENSIONS));
  return jsonReply({
    id: ID,
    embeddings: { float: vectors },
    texts: asked.texts,
    meta: { api_version: { version: '2' }, billed_units: { input_tokens: tokensOf(asked.texts) } },
    response_type: 'embeddings_by_type',
  });
}

function rerank(request: TwinRequest): TwinReply {
  const version = request.params.version === 'v1' ? 'v1' : 'v2';
  const asked = read(rerankRequests[version], request);
  const wanted = asked.query.toLowerCase().split(/\W+/);
  const results = asked.documents
    .map((one, index) => {
      const text = typeof one === 'string' ? one : Object.values(one).join(' ');
      const found = wanted.filter((word) => text.toLowerCase().includes(word)).length;
      const isTold = 'return_documents' in asked && asked.return_documents === true;
      const document = isTold ? { document: { text } } : {};
      return { index, relevance_score: found / wanted.length, ...document };
    })
    .sort((one, other) => other.relevance_score - one.relevance_score)
    .slice(0, asked.top_n ?? asked.documents.length);
  const meta = { api_version: { version: version.slice(1) }, billed_units: { search_units: 1 } };
  return jsonReply({ id: ID, results, meta });
}
