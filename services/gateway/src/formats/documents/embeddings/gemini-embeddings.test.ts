import { describe, expect, it } from 'vitest';
import { Undecodable, Untranslatable } from '../../format.ts';
import type { TranslatedRequest } from '../document-translation.ts';
import { cohereAnswered } from './cohere-embeddings.ts';
import { embeddingsBetween } from './embeddings-between.ts';
import { geminiAnswered, geminiAsked, geminiBatchAsked } from './gemini-embeddings.ts';
import { openAiAnswered, openAiAsked } from './openai-embeddings.ts';

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const read = (body: Buffer): unknown => JSON.parse(body.toString());
const facts = { model: 'm', stream: false };
const contentOf = (...texts: string[]) => ({ parts: texts.map((text) => ({ text })) });

/** What a client is told where the vendor answers so. */
function answerTo(asked: TranslatedRequest, ...answers: readonly Buffer[]): Buffer {
  for (const answer of answers) asked.take(answer);
  return asked.answer();
}

describe('a batch of Google’s clients at OpenAI', () => {
  const way = embeddingsBetween(geminiBatchAsked, openAiAnswered);
  const requests = [
    { content: contentOf('a', 'b'), task_type: 'CLUSTERING', output_dimensionality: 2 },
    { content: contentOf('c'), embedContentConfig: { outputDimensionality: 2, title: 'T' } },
  ];

  it('has the texts of its contents, in both ways to write names', () => {
    const { body, dropped } = way.translate(bytes({ requests }), facts);
    expect(read(body)).toEqual({ model: 'm', input: ['ab', 'c'], dimensions: 2 });
    expect(dropped).toEqual(['taskType', 'title']);
  });

  it('is answered in the order in which it was asked, with usage where that was told', () => {
    const answerOf = (answer: Buffer) =>
      answerTo(way.translate(bytes({ requests }), facts), answer);
    const data = [
      { index: 1, embedding: [3] },
      { index: 0, embedding: [1, 2] },
    ];
    expect(read(answerOf(bytes({ data, usage: { prompt_tokens: 7 } })))).toEqual({
      embeddings: [{ values: [1, 2] }, { values: [3] }],
      usageMetadata: { promptTokenCount: 7 },
    });
    expect(read(answerOf(bytes({ data })))).not.toHaveProperty('usageMetadata');
    for (const wrong of [data.slice(1), [{ index: 0, embedding: 'AAAA' }, data[0]], undefined])
      expect(() => answerOf(bytes({ data: wrong }))).toThrow(Undecodable);
  });

  it('is refused where its vectors are to have different lengths', () => {
    const mixed = [
      { content: contentOf('a'), outputDimensionality: 3 },
      { content: contentOf('b') },
    ];
    expect(() => way.translate(bytes({ requests: mixed }), facts)).toThrow(Untranslatable);
  });
});

it('Cohere is told what texts are for where all are for the same', () => {
  const way = embeddingsBetween(geminiBatchAsked, cohereAnswered);
  const requests = ['a', 'b'].map((text) => ({ content: contentOf(text), taskType: 'CLUSTERING' }));
  const same = way.translate(bytes({ requests }), facts);
  expect(read(same.body)).toMatchObject({ input_type: 'clustering' });
  expect(same.dropped).toEqual([]);
  const mixed = requests.map((one, index) => (index === 0 ? one : { content: one.content }));
  const told = way.translate(bytes({ requests: mixed }), facts);
  expect(read(told.body)).toMatchObject({ input_type: 'search_document' });
  expect(told.dropped).toEqual(['taskType']);
});

it('an error is written as the client’s API has it', () => {
  const way = embeddingsBetween(geminiAsked, openAiAnswered);
  const fault = way.readFault(bytes({ error: { message: 'No.', type: 'x' } }), 429);
  expect(read(way.writeFault(fault, 429))).toEqual({
    error: { code: 429, message: 'No.', status: 'RESOURCE_EXHAUSTED' },
  });
});

it('OpenAI’s clients get vectors of Google’s as bytes too', () => {
  const way = embeddingsBetween(openAiAsked, geminiAnswered);
  const asked = { model: 'x', input: 'a', encoding_format: 'base64', input_type: 'unheard' };
  const translated = way.translate(bytes(asked), facts);
  expect(translated.dropped).toEqual(['input_type']);
  expect(read(answerTo(translated, bytes({ embeddings: [{ values: [1, 0.5] }] })))).toEqual({
    ...{ object: 'list', model: 'm' },
    data: [{ object: 'embedding', index: 0, embedding: 'AACAPwAAAD8=' }],
  });
});

it('a batch of very many takes no longer than its texts need', { timeout: 3_000 }, () => {
  const way = embeddingsBetween(geminiBatchAsked, openAiAnswered);
  const one = { content: contentOf('a'), taskType: 'CLUSTERING', title: 'T' };
  const requests = Array.from({ length: 12_000 }, () => one);
  const { dropped } = way.translate(bytes({ requests }), facts);
  expect(dropped).toEqual(['taskType', 'title']);
});

it('what only some requests of a batch say is told to nobody, whichever of them say it', () => {
  const way = embeddingsBetween(geminiBatchAsked, cohereAnswered);
  const silent = { content: contentOf('a') };
  const says = { ...silent, taskType: 'CLUSTERING' };
  for (const requests of [
    [silent, says],
    [says, silent],
    [says, { ...says, taskType: 'CLASSIFICATION' }, says],
  ]) {
    const { body, dropped } = way.translate(bytes({ requests }), facts);
    expect(read(body)).toMatchObject({ input_type: 'search_document' });
    expect(dropped).toEqual(['taskType']);
  }
});

describe('more texts than a vendor takes at once', () => {
  const way = embeddingsBetween(openAiAsked, cohereAnswered);
  const asking = (count: number) =>
    way.translate(bytes({ input: Array.from({ length: count }, (_, at) => `t${at}`) }), {
      ...{ model: 'embed-english-light-v3.0', stream: false },
    });
  const answers = (counts: readonly number[], tokens?: number) =>
    counts.map((count, call) =>
      bytes({
        embeddings: { float: Array.from({ length: count }, (_, at) => [call, at]) },
        ...(tokens === undefined ? {} : { meta: { billed_units: { input_tokens: tokens } } }),
      }),
    );

  it('are asked for one after the other, and answered in their order, with all tokens', () => {
    const asked = asking(200);
    const { body, more = [] } = asked;
    const texts = [body, ...more].map((one) => (read(one) as { texts: string[] }).texts);
    expect(texts.map(({ length }) => length)).toEqual([96, 96, 8]);
    expect(texts.flat()).toEqual(Array.from({ length: 200 }, (_, at) => `t${at}`));
    const [first, ...rest] = answers([96, 96, 8], 5);
    const given = read(answerTo(asked, first!, ...rest)) as {
      data: { index: number; embedding: number[] }[];
    };
    expect(given).toMatchObject({ usage: { prompt_tokens: 15 } });
    expect(given.data.map(({ index }) => index)).toEqual(texts.flat().map((_, at) => at));
    expect(given.data[192]?.embedding).toEqual([2, 0]);
  });

  it('are no answer where one of the answers is missing or has too few', () => {
    const [first, second] = answers([96, 1]);
    expect(() => answerTo(asking(97), first!)).toThrow(Undecodable);
    expect(() => answerTo(asking(97), first!, ...answers([2]))).toThrow(Undecodable);
    expect(read(answerTo(asking(97), first!, second!))).not.toHaveProperty('usage');
  });

  it('are refused where they are far too many', () => {
    expect(asking(32 * 96).more).toHaveLength(31);
    expect(() => asking(32 * 96 + 1)).toThrow('at most 3072');
  });
});

describe('vectors of Google’s that no client could read', () => {
  const way = embeddingsBetween(openAiAsked, geminiAnswered);
  const answerOf = (answer: string) =>
    answerTo(way.translate(bytes({ input: 'a', dimensions: 2 }), facts), Buffer.from(answer));

  it('are refused where a part is no finite number', () => {
    const endless = '{"embeddings":[{"values":[1e999,1]}]}';
    expect(() => answerOf(endless)).toThrow(Undecodable);
  });

  it('are brought to the length 1 however wide they are', () => {
    const values = Array.from({ length: 300_000 }, () => 2);
    const { data } = read(answerOf(JSON.stringify({ embeddings: [{ values }] }))) as {
      data: { embedding: number[] }[];
    };
    expect(data[0]?.embedding[0]).toBeCloseTo(1 / Math.sqrt(300_000), 12);
  });
});
