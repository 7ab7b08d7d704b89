import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cohereAnswered } from './cohere-embeddings.ts';
import { embeddingsBetween, type EmbeddingsVendor } from './embeddings-between.ts';
import { geminiAnswered, geminiBatchAsked } from './gemini-embeddings.ts';
import { base64Of, openAiAnswered, openAiAsked } from './openai-embeddings.ts';
import { vertexAnswered } from './vertex-embeddings.ts';

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const texts = (count: number): string[] => Array.from({ length: count }, () => 'a');

const asking = (vendor: EmbeddingsVendor, model: string, asked: object) => () =>
  embeddingsBetween(openAiAsked, vendor).translate(bytes(asked), { model, stream: false });

describe('an answer that would be too large', () => {
  it.each([
    ['gemini-embedding-001', geminiAnswered, { input: texts(3_200) }, 455],
    ['gemini-embedding-001', geminiAnswered, { input: texts(456) }, 455],
    ['gemini-embedding-001', geminiAnswered, { input: texts(2_000), dimensions: 768 }, 1_820],
    [
      'gemini-embedding-001',
      geminiAnswered,
      { input: texts(3_200), encoding_format: 'base64' },
      2_048,
    ],
    ['embed-v4.0', cohereAnswered, { input: texts(3_000) }, 910],
  ])('is refused before anything is sent, with what may be: %s', (model, vendor, asked, most) => {
    expect(asking(vendor, model, asked)).toThrow(`send at most ${most} texts in one request`);
  });

  it('is refused to clients of Google too, whose vectors are numbers', () => {
    const requests = texts(2_000).map((text) => ({ content: { parts: [{ text }] } }));
    const way = embeddingsBetween(geminiBatchAsked, openAiAnswered);
    const to = (model: string) => () =>
      way.translate(bytes({ requests }), { model, stream: false });
    expect(to('text-embedding-3-large')).toThrow('send at most 455 texts');
    // Nobody knows how long vectors of other models are.
    expect(to('of-my-own')).not.toThrow();
  });

  it.each([
    ['gemini-embedding-001', geminiAnswered, { input: texts(455) }],
    ['text-embedding-004', geminiAnswered, { input: texts(1_800) }],
    ['gemini-embedding-001', geminiAnswered, { input: texts(3_200), dimensions: 256 }],
    ['embed-v4.0', cohereAnswered, { input: texts(3_000), encoding_format: 'base64' }],
    ['embed-english-light-v3.0', cohereAnswered, { input: texts(3_000) }],
    ['text-embedding-005', vertexAnswered, { input: texts(1_000) }],
  ])('is none where it has room: %s', (model, vendor, asked) => {
    expect(asking(vendor, model, asked)).not.toThrow();
  });
});

it('a vector takes no more bytes than are foreseen for it', () => {
  const part = fc.double({ min: -1, max: 1, noNaN: true }).filter((one) => Math.abs(one) > 1e-4);
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 64 }), (vector) => {
      expect(JSON.stringify(vector).length).toBeLessThanOrEqual(24 * vector.length + 1);
      expect(base64Of(vector).length).toBeLessThan((16 / 3) * vector.length + 4);
    }),
  );
});
