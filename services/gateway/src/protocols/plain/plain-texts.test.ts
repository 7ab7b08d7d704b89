import { describe, expect, it } from 'vitest';
import { atOnce } from '../../guardrails/output/slices.ts';
import { testDetectors, TestGuard } from '../../guardrails/testing/test-guard.ts';
import { plantings } from '../testing/plantings.ts';
import { guardPlain } from './guarded-plain.ts';
import { PLAIN_RULES, type PlainKind } from './plain-rules.ts';
import { PlainTexts } from './plain-texts.ts';
import { readPlain } from './read-plain.ts';

const SECRET = 'ann@example.org';
const CARD = 4_111_111_111_111_111;

/** Requests with a member at every place that is documented, but for who asks and how it is answered. */
const REQUESTS: readonly (readonly [PlainKind, object])[] = [
  [
    'rerank',
    {
      ...{ query: 'x', top_n: 3, rank_fields: ['title'], return_documents: true },
      documents: ['x', { text: 'x', title: 'x', document: 'x', file: { a: 'x' }, image: 'x' }],
    },
  ],
  [
    'embeddings',
    {
      ...{ encoding_format: 'float', dimensions: 3, task: 'text.matching', input_type: 'query' },
      input: ['x', { text: 'x' }, { type: 'image_url', image_url: { url: 'x' } }, { video: ['x'] }],
    },
  ],
  ['moderations', { input: [{ type: 'text', text: 'x' }] }],
  ['completions', { prompt: ['x'], suffix: 'x', temperature: 1, stop: ['x'] }],
];

const textsOf = (kind: PlainKind, request: unknown): PlainTexts =>
  new PlainTexts(Buffer.from(JSON.stringify(request)), PLAIN_RULES[kind]);

describe.each(REQUESTS)('every place of a request for %s', (kind, request) => {
  it.each([[SECRET], [[SECRET]], [{ a: SECRET }], [{ [SECRET]: 1 }], [CARD], [[CARD]]])(
    'is seen where %j stands there',
    (planted) => {
      const told = JSON.stringify(planted).includes(SECRET) ? SECRET : String(CARD);
      const unseen = plantings(request, planted).flatMap(({ where, value }) => {
        if ('param' in readPlain(Buffer.from(JSON.stringify(value)), kind)) return [];
        const { texts } = textsOf(kind, value);
        return texts.some(({ text }) => text.includes(told)) ? [] : [where];
      });
      expect(unseen).toEqual([]);
    },
  );
});

describe('media of a request', () => {
  const bytes = 'A'.repeat(400);

  it.each([
    [{ image: bytes }, ['image'], []],
    [{ image: `data:image/png;base64,${bytes}` }, ['image'], []],
    [{ image_url: { url: 'https://a.example/x' } }, ['image'], ['https://a.example/x']],
    [{ document: 'a text' }, [], ['a text']],
    [{ document: { title: 'a title' } }, ['file'], ['a title']],
    [{ file: 'https://a.example/x' }, ['file'], ['https://a.example/x']],
    [[1, 2, 3], ['tokens'], []],
  ])('is what cannot be read: %j', (item, unseen, seen) => {
    const found = textsOf('embeddings', { input: [item] });
    expect([...found.unseen]).toEqual(unseen);
    expect(found.texts.map(({ text }) => text)).toEqual(seen);
  });
});

describe('every place of an answer that is no conversation', () => {
  const ANSWER = {
    ...{ id: 'r-1', object: 'list', model: 'm', usage: { total_tokens: 3 } },
    data: [{ object: 'embedding', index: 0, embedding: [0.123_456_789, -0.5] }],
    results: [
      { index: 0, relevance_score: 0.987_654_321, document: { text: 'x', id: 'x', model: 'x' } },
    ],
    meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
  };
  const guarded = (answer: unknown, guard = new TestGuard({ detectors: testDetectors() })) => ({
    out: String(atOnce(guardPlain(Buffer.from(JSON.stringify(answer)), guard))),
    unseen: guard.unseen,
  });

  it.each([[SECRET], [[SECRET]], [{ a: SECRET }], [{ [SECRET]: 1 }], [CARD], [[CARD]]])(
    'is looked at where %j stands there',
    (planted) => {
      const told = JSON.stringify(planted).includes(SECRET) ? SECRET : String(CARD);
      const leaks = plantings(ANSWER, planted).flatMap(({ where, value }) => {
        const { out, unseen } = guarded(value);
        return out.includes(told) && unseen.length === 0 ? [where] : [];
      });
      expect(leaks).toEqual([]);
    },
  );

  it('takes what a document calls its id for a text', () => {
    expect(guarded({ results: [{ document: { id: '4111111111111111' } }] }).out).toContain('<');
  });

  it('passes as it came where nothing is found', () => {
    const body = JSON.stringify({ ...ANSWER, usage: { total_tokens: 3 } });
    expect(guarded(JSON.parse(body)).out).toBe(body);
  });
});
