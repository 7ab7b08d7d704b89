import { describe, expect, it } from 'vitest';
import { Undecodable } from '../../format.ts';
import type { TranslatedRequest } from '../document-translation.ts';
import { embeddingsBetween } from './embeddings-between.ts';
import { geminiBatchAsked } from './gemini-embeddings.ts';
import { openAiAsked } from './openai-embeddings.ts';
import { vertexAnswered } from './vertex-embeddings.ts';

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const read = (body: Buffer): unknown => JSON.parse(body.toString());
const contentOf = (text: string) => ({ parts: [{ text }] });
const predicted = (values: readonly number[], token_count?: number) => ({
  embeddings: {
    values,
    ...(token_count === undefined ? {} : { statistics: { truncated: false, token_count } }),
  },
});

const openAiWay = embeddingsBetween(openAiAsked, vertexAnswered);
const openAi = (asked: object, model = 'text-embedding-005') =>
  openAiWay.translate(bytes(asked), { model, stream: false });
const gemini = (requests: readonly object[], model = 'text-embedding-005') =>
  embeddingsBetween(geminiBatchAsked, vertexAnswered).translate(bytes({ requests }), {
    ...{ model, stream: false },
  });

/** What a client is told where the vendor answers so. */
function answerTo(asked: TranslatedRequest, ...answers: readonly Buffer[]): Buffer {
  for (const answer of answers) asked.take(answer);
  return asked.answer();
}

describe('a request of OpenAI’s API at Vertex AI', () => {
  it('is texts, and what they are for, as Google documents it', () => {
    const { body, dropped, more } = openAi({
      ...{ model: 'x', input: ['a', 'b'], dimensions: 2, user: 'u' },
      ...{ input_type: 'search_query', unheard: 1 },
    });
    expect(read(body)).toEqual({
      instances: [
        { content: 'a', task_type: 'RETRIEVAL_QUERY' },
        { content: 'b', task_type: 'RETRIEVAL_QUERY' },
      ],
      parameters: { outputDimensionality: 2 },
    });
    expect(dropped).toEqual(['unheard']);
    expect(more).toEqual([]);
    expect(read(openAi({ input: 'a' }).body)).toEqual({ instances: [{ content: 'a' }] });
  });

  it('is answered with all vectors, of length one where they are shortened, and all tokens', () => {
    const asked = openAi({ input: ['a', 'b'], dimensions: 2 });
    const answer = { predictions: [predicted([3, 4], 5), predicted([0, 2], 6)], metadata: {} };
    expect(read(answerTo(asked, bytes(answer)))).toEqual({
      ...{ object: 'list', model: 'text-embedding-005' },
      data: [
        { object: 'embedding', index: 0, embedding: [0.6, 0.8] },
        { object: 'embedding', index: 1, embedding: [0, 1] },
      ],
      usage: { prompt_tokens: 11, total_tokens: 11 },
    });
  });

  it('has no count of tokens where Google did not count them for each text', () => {
    const answer = { predictions: [predicted([1], 5), predicted([2])] };
    const said = read(answerTo(openAi({ input: ['a', 'b'] }), bytes(answer)));
    expect(said).not.toHaveProperty('usage');
  });

  it.each([
    { predictions: [predicted([1], 1)] },
    { predictions: [predicted([1], 1), predicted([2], 1), predicted([3], 1)] },
    { predictions: [predicted([1], 1), { embeddings: {} }] },
    { predictions: [predicted([1], 1), predicted([], 1)] },
    { predictions: {} },
    {},
  ])('is not answered by %j', (answer) => {
    expect(() => answerTo(openAi({ input: ['a', 'b'] }), bytes(answer))).toThrow(Undecodable);
  });

  it('is told Google’s error as OpenAI writes one', () => {
    const error = { code: 400, message: 'Unsupported dimension.', status: 'INVALID_ARGUMENT' };
    const fault = openAiWay.readFault(bytes({ error }), 400);
    expect(read(openAiWay.writeFault(fault, 400))).toMatchObject({
      error: { message: 'Unsupported dimension.' },
    });
  });
});

describe('a batch of Google’s clients at Vertex AI', () => {
  it('says of each text what it is for', () => {
    const { body, dropped } = gemini([
      { content: contentOf('a'), taskType: 'RETRIEVAL_DOCUMENT', title: 'T' },
      { content: contentOf('b'), embedContentConfig: { taskType: 'RETRIEVAL_QUERY' } },
      { content: contentOf('c') },
    ]);
    expect(read(body)).toEqual({
      instances: [
        { content: 'a', task_type: 'RETRIEVAL_DOCUMENT', title: 'T' },
        { content: 'b', task_type: 'RETRIEVAL_QUERY' },
        { content: 'c' },
      ],
    });
    expect(dropped).toEqual([]);
  });

  it('says so of those too that go in later requests', () => {
    const requests = [
      { content: contentOf('a'), title: 'A' },
      { content: contentOf('b'), title: 'B', autoTruncate: false },
      { content: contentOf('c'), title: 7 },
    ];
    const { body, more = [], dropped } = gemini(requests, 'gemini-embedding-001');
    expect([body, ...more].map(read)).toEqual([
      { instances: [{ content: 'a', title: 'A' }] },
      { instances: [{ content: 'b', title: 'B' }] },
      { instances: [{ content: 'c' }] },
    ]);
    // A title that is no text, and what holds for all texts of a request but is said of one.
    expect(dropped.toSorted()).toEqual(['autoTruncate', 'title']);
  });

  it('says whether long texts are cut', () => {
    const { body, dropped } = gemini([{ content: contentOf('a'), autoTruncate: false }]);
    expect(read(body)).toMatchObject({ parameters: { autoTruncate: false } });
    expect(dropped).toEqual([]);
  });
});

describe('a model that Google serves by embedContent alone', () => {
  const model = 'gemini-embedding-2';

  it('is asked for one content at a time, with what the vectors are for beside it', () => {
    const asked = openAi({ input: ['a', 'b'], dimensions: 2, input_type: 'search_query' }, model);
    const embedContentConfig = { outputDimensionality: 2, taskType: 'RETRIEVAL_QUERY' };
    expect([asked.body, ...(asked.more ?? [])].map(read)).toEqual([
      { content: contentOf('a'), embedContentConfig },
      { content: contentOf('b'), embedContentConfig },
    ]);
    expect(asked.dropped).toEqual([]);
    expect(read(openAi({ input: 'a' }, model).body)).toEqual({ content: contentOf('a') });
  });

  it('is told by Google’s clients of each content', () => {
    const requests = [
      { content: contentOf('a'), taskType: 'RETRIEVAL_DOCUMENT', title: 'T', autoTruncate: true },
    ];
    const { body, dropped } = gemini(requests, 'gemini-embedding-2-preview');
    expect(read(body)).toEqual({
      content: contentOf('a'),
      embedContentConfig: { taskType: 'RETRIEVAL_DOCUMENT', title: 'T', autoTruncate: true },
    });
    expect(dropped).toEqual([]);
  });

  it('answers with one vector, and what it counted', () => {
    const answers = [3, 0].map((one) =>
      bytes({ embedding: { values: [one, 4] }, usageMetadata: { promptTokenCount: 5 } }),
    );
    const given = answerTo(openAi({ input: ['a', 'b'], dimensions: 2 }, model), ...answers);
    expect(read(given)).toMatchObject({
      data: [{ embedding: [0.6, 0.8] }, { embedding: [0, 1] }],
      usage: { prompt_tokens: 10 },
    });
    const uncounted = openAi({ input: 'a' }, model);
    expect(read(answerTo(uncounted, bytes({ embedding: { values: [1] } })))).not.toHaveProperty(
      'usage',
    );
    for (const wrong of [{ embedding: {} }, { embedding: { values: [] } }, {}])
      expect(() => answerTo(openAi({ input: 'a' }, model), bytes(wrong))).toThrow(Undecodable);
  });
});

describe('more texts than Google takes at once', () => {
  const sizesOf = ({ body, more = [] }: ReturnType<typeof openAi>) =>
    [body, ...more].map((one) => (read(one) as { instances: unknown[] }).instances.length);
  const texts = (count: number, text = 'a') => Array.from({ length: count }, () => text);

  it('are sent by 250, and one at a time where the model takes no more', () => {
    expect(sizesOf(openAi({ input: texts(501) }))).toEqual([250, 250, 1]);
    expect(sizesOf(openAi({ input: texts(3) }, 'gemini-embedding-001'))).toEqual([1, 1, 1]);
  });

  it('are sent by what 20,000 tokens may be, and a longer text alone', () => {
    expect(sizesOf(openAi({ input: texts(5, 'ä'.repeat(8_000)) }))).toEqual([2, 2, 1]);
    const input = ['a', 'b'.repeat(40_001), 'c', 'd'];
    expect(sizesOf(openAi({ input }))).toEqual([1, 1, 2]);
  });

  it('are refused where a hundred requests are too few', () => {
    const refused = (input: string[], model?: string) => () => openAi({ input }, model);
    expect(sizesOf(openAi({ input: texts(100) }, 'gemini-embedding-001'))).toHaveLength(100);
    expect(refused(texts(101), 'gemini-embedding-001')).toThrow(
      'takes one text at a time: send at most 100 in one request',
    );
    expect(refused(texts(1_001))).toThrow('at most 1000 in one request');
    const long = 'a'.repeat(40_000);
    expect(sizesOf(openAi({ input: texts(100, long) }))).toHaveLength(100);
    expect(refused(texts(101, long))).toThrow('at most 100 times as much');
  });

  it('are answered as one, in their order', () => {
    const asked = () => openAi({ input: ['a', 'b'] }, 'gemini-embedding-001');
    const [first, second] = [1, 2].map((one) => bytes({ predictions: [predicted([one], one)] }));
    const said = read(answerTo(asked(), first!, second!));
    expect(said).toMatchObject({
      ...{ data: [{ embedding: [1] }, { embedding: [2] }], usage: { prompt_tokens: 3 } },
    });
    expect(() => answerTo(asked(), first!)).toThrow(Undecodable);
  });
});
