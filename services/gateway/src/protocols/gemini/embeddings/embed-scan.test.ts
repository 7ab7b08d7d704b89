import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBadRequest } from '../../protocol.ts';
import { plantings } from '../../testing/plantings.ts';
import { GeminiTexts } from '../gemini-texts.ts';
import { toEmbeddingRequest } from './embedding-request.ts';
import { EMBED_METHODS, readEmbedding, type EmbedMethod } from './embed-scan.ts';

const SECRET = 'ann at example.org';

const EMBED = {
  model: 'models/m',
  content: {
    role: 'user',
    parts: [{ text: 'x' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }],
  },
  taskType: 'RETRIEVAL_DOCUMENT',
  title: 'x',
  outputDimensionality: 64,
  embedContentConfig: { taskType: 'CLUSTERING', title: 'x', autoTruncate: true },
};
const REQUESTS: Readonly<Record<EmbedMethod, object>> = {
  embedContent: EMBED,
  batchEmbedContents: { requests: [EMBED] },
};

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe.each(EMBED_METHODS)('a request for %s', (method) => {
  it.each([[SECRET], [[SECRET]], [{ a: SECRET }], [{ [SECRET]: 1 }]])(
    'has nothing at any place that guardrails do not see: %j',
    (planted) => {
      const unseen = plantings(REQUESTS[method], planted).flatMap(({ where, value }) => {
        if ('param' in readEmbedding(bytes(value), method)) return [];
        const { texts } = new GeminiTexts(bytes(value));
        return texts.some(({ text }) => text.includes(SECRET)) ? [] : [where];
      });
      expect(unseen).toEqual([]);
    },
  );

  it('tells what cannot be looked at', () => {
    expect([...new GeminiTexts(bytes(REQUESTS[method])).unseen]).toEqual(['image']);
  });

  it('is no request where it names files of Google’s', () => {
    const content = { parts: [{ fileData: { fileUri: 'gs://bucket/file' } }] };
    const body = method === 'embedContent' ? { content } : { requests: [{ content }] };
    expect(readEmbedding(bytes(body), method)).toMatchObject({ param: 'fileData.fileUri' });
  });
});

describe('the model in the body', () => {
  const batch = (requests: readonly object[]) => bytes({ requests });
  const content = { parts: [{ text: 'x' }] };

  it('is the same in all requests, and as the address has it', () => {
    const mixed = batch([
      { model: 'models/a', content },
      { model: 'models/b', content },
    ]);
    const read = readEmbedding(mixed, 'batchEmbedContents');
    expect(read).toMatchObject({ param: 'requests[].model' });
    const one = batch([{ model: 'models/a', content }]);
    const reading = { method: 'batchEmbedContents' as const, address: { model: 'b' } };
    const made = toEmbeddingRequest(one, readEmbedding(one, 'batchEmbedContents'), reading);
    expect(made).toMatchObject({ param: 'model' });
  });

  it('is what the provider calls it, in each request, and nothing else differs', () => {
    const text = fc.string({ unit: 'grapheme' });
    const request = fc.record({ text, isNamed: fc.boolean(), isFirst: fc.boolean() });
    fc.assert(
      fc.property(fc.array(request, { minLength: 1, maxLength: 5 }), (asked) => {
        const requests = asked.map(({ text: said, isNamed, isFirst }) => {
          const named = isNamed ? { model: 'models/asked' } : {};
          const own = { content: { parts: [{ text: said }] }, title: '"model":"models/asked"' };
          return isFirst ? { ...named, ...own } : { ...own, ...named };
        });
        const body = batch(requests);
        const read = readEmbedding(body, 'batchEmbedContents');
        const reading = { method: 'batchEmbedContents' as const, address: { model: 'asked' } };
        const made = toEmbeddingRequest(body, read, reading);
        if (isBadRequest(made)) throw new Error(made.message);
        expect(JSON.parse(made.bodyFor('told').toString())).toEqual({
          requests: requests.map((one) => ({ ...one, model: 'models/told' })),
        });
      }),
    );
  });
});
