import { parseJson } from '@aicp/common/json/parse-json';
import type { Simulation } from '@aicp/contracts/snapshot/sections/catalog';
import type { FormatName } from '../../formats/format.ts';
import { z } from 'zod';
import { embeddingsFor, tokensOf, wordsIn } from './embedding.ts';
import { seededRandom } from './seeded-random.ts';
import { document, failure, type Plan } from './simulation.ts';

const ANSWERS: Partial<Record<FormatName, (body: unknown) => object | undefined>> = {
  embeddings: embeddingsFor,
  rerank: rerankedFor,
  moderations: moderatedFor,
};

/** What a simulated provider does with a request that no model writes an answer to. */
export function planPlain(
  { format, body }: { readonly format: FormatName; readonly body: Buffer },
  count: number,
  simulation: Simulation,
): Plan {
  const fate = seededRandom(simulation.seed ^ Math.imul(count + 1, 0x9e3779b1));
  const { latencyMs } = simulation;
  if (fate() < simulation.errorRate) return failure(simulation.errorStatus, latencyMs);
  const answer = ANSWERS[format]?.(parseJson(body.toString('utf8')));
  if (!answer) return failure(400, latencyMs);
  const breaks = fate() < simulation.abortRate;
  return document(200, Buffer.from(JSON.stringify(answer)), { latencyMs, breaks });
}

/** Whether this is how requests in an API are answered. */
export const isPlain = (format: FormatName): boolean => Object.hasOwn(ANSWERS, format);

const rerankRequest = z.object({
  model: z.string(),
  query: z.string().min(1),
  documents: z.array(z.union([z.string(), z.record(z.string(), z.unknown())])).min(1),
  top_n: z.int().min(1).nullish(),
  return_documents: z.boolean().nullish(),
});

/** A document is as relevant as it has words of the query. */
function rerankedFor(body: unknown): object | undefined {
  const asked = rerankRequest.safeParse(body).data;
  if (!asked) return undefined;
  const wanted = new Set(wordsIn(asked.query));
  const texts = asked.documents.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  const results = texts
    .map((text, index) => {
      const shared = new Set(wordsIn(text).filter((word) => wanted.has(word))).size;
      const score = shared / Math.max(1, wanted.size);
      const document = asked.return_documents === true ? { document: { text } } : {};
      return { index, relevance_score: Number(score.toFixed(4)), ...document };
    })
    .sort((one, other) => other.relevance_score - one.relevance_score)
    .slice(0, asked.top_n ?? texts.length);
  const tokens = [asked.query, ...texts].reduce((sum, text) => sum + tokensOf(text), 0);
  return { id: 'rerank-1', model: asked.model, results, usage: { total_tokens: tokens } };
}

const moderationRequest = z.object({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string()).min(1)]),
});

/** What is found where one of its words stands in a text. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  hate: ['hate', 'despise'],
  violence: ['kill', 'attack', 'hurt'],
  'self-harm': ['suicide'],
};

function moderatedFor(body: unknown): object | undefined {
  const asked = moderationRequest.safeParse(body).data;
  if (!asked) return undefined;
  const results = [asked.input].flat().map((text) => {
    const found = new Set(wordsIn(text));
    const categories = Object.fromEntries(
      Object.entries(WORDS).map(([name, words]) => [name, words.some((word) => found.has(word))]),
    );
    const scores = Object.entries(categories).map(([name, isFound]) => [name, isFound ? 0.9 : 0]);
    const flagged = Object.values(categories).includes(true);
    return { flagged, categories, category_scores: Object.fromEntries(scores) as object };
  });
  return { id: 'modr-1', model: asked.model, results };
}
