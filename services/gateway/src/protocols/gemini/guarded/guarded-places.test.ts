import { describe, expect, it } from 'vitest';
import { atOnce } from '@aicp/gateway/guardrails/output/slices';
import { testDetectors, TestGuard } from '@aicp/gateway/guardrails/testing/test-guard';
import { plantings } from '../../testing/plantings.ts';
import { guardDocument, GuardedGeminiStream } from './guarded-answers.ts';

const SECRET = 'ann@example.org';
const CARD = 4_111_111_111_111_111;

/** An answer with a member at every place that Google documents. */
const ANSWER = {
  candidates: [
    {
      content: {
        role: 'model',
        parts: [
          { text: 'x', thought: true, thoughtSignature: 'AAAA' },
          { text: 'x', videoMetadata: { startOffset: '1s', fps: 1 } },
          { inlineData: { mimeType: 'text/plain', data: 'AAAA', displayName: 'x' } },
          { fileData: { mimeType: 'text/plain', fileUri: 'https://a.example/x' } },
          { functionCall: { id: 'a1', name: 'f', args: { a: 'x', n: 1 }, willContinue: true } },
          {
            functionCall: {
              partialArgs: [
                { jsonPath: '$.a', stringValue: 'x', willContinue: false },
                { jsonPath: '$.n', numberValue: 1 },
              ],
            },
          },
          {
            functionResponse: {
              ...{ id: 'a1', name: 'f', response: { name: 'x', type: 'x' }, scheduling: 'SILENT' },
              parts: [{ inlineData: { mimeType: 'text/plain', data: 'AAAA' } }],
            },
          },
          { executableCode: { language: 'PYTHON', code: 'x' } },
          { codeExecutionResult: { outcome: 'OUTCOME_OK', output: 'x' } },
        ],
      },
      finishReason: 'STOP',
      finishMessage: 'x',
      index: 0,
      avgLogprobs: -0.1,
      tokenCount: 3,
      safetyRatings: [{ category: 'HARM_CATEGORY_HARASSMENT', probability: 'LOW', blocked: false }],
      citationMetadata: { citationSources: [{ startIndex: 1, uri: 'x', license: 'x' }] },
      groundingMetadata: {
        searchEntryPoint: { renderedContent: 'x' },
        groundingChunks: [{ web: { uri: 'x', title: 'x' } }],
        webSearchQueries: ['x'],
      },
      urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'x', urlRetrievalStatus: 'A' }] },
      logprobsResult: { chosenCandidates: [{ token: 'x', tokenId: 1, logProbability: -0.1 }] },
    },
  ],
  promptFeedback: {
    blockReason: 'OTHER',
    blockReasonMessage: 'x',
    safetyRatings: [{ category: 'A', probability: 'LOW' }],
  },
  usageMetadata: {
    promptTokenCount: 3,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: 3 }],
    trafficType: 'ON_DEMAND',
  },
  modelVersion: 'gemini-2.5-flash',
  responseId: 'a-1',
  createTime: '2026-01-02T03:04:05.678901Z',
};

const guardOf = () => new TestGuard({ detectors: testDetectors() });
const eventOf = (answer: unknown) => Buffer.from(`data: ${JSON.stringify(answer)}\n\n`);
const ofDocument = (answer: unknown) =>
  String(atOnce(guardDocument(Buffer.from(JSON.stringify(answer)), guardOf())));
const ofStream = (answers: readonly unknown[], guard = guardOf()) => {
  const stream = new GuardedGeminiStream(guard);
  const out = answers.map((answer) => String(atOnce(stream.push(eventOf(answer)))));
  return out.join('') + String(atOnce(stream.end()));
};
const answer = (...parts: object[]) => ({ candidates: [{ index: 0, content: { parts } }] });

describe('every place of an answer of generateContent', () => {
  /** Where something is planted and goes on. */
  const leaksOf = (planted: unknown, go: (value: unknown) => string, told: string) =>
    plantings(ANSWER, planted).flatMap(({ where, value }) =>
      go(value).includes(told) ? [where] : [],
    );

  it.each([[SECRET], [[SECRET]], [{ a: SECRET }], [{ [SECRET]: 1 }]])(
    'is looked at where %j stands there',
    (planted) => {
      expect(leaksOf(planted, ofDocument, SECRET)).toEqual([]);
      expect(leaksOf(planted, (value) => ofStream([value]), SECRET)).toEqual([]);
    },
  );

  it.each([[CARD], [[CARD]], [-CARD]])('tells no number as long as %j', (planted) => {
    expect(leaksOf(planted, ofDocument, String(CARD))).toEqual([]);
  });

  it('passes where nothing is found, but for what tells the text a second time', () => {
    const { candidates, ...rest } = ANSWER;
    const [{ logprobsResult: _, ...candidate }] = candidates as [(typeof candidates)[number]];
    expect(JSON.parse(ofDocument(ANSWER))).toEqual({ ...rest, candidates: [candidate] });
  });
});

describe('what a hostile provider does', () => {
  it('does not get a member by that is there twice, however long numbers become', () => {
    const twice = `{"candidates":[],"a":"${SECRET}","a":1e${'2'.padStart(1)},"b":[${'1e20,'.repeat(3)}1e20]}`;
    expect(String(atOnce(guardDocument(Buffer.from(twice), guardOf())))).not.toContain(SECRET);
  });

  it('does not get arguments by that come in pieces', () => {
    const call = (stringValue: string, willContinue: boolean) =>
      answer({
        functionCall: {
          partialArgs: [{ jsonPath: '$.to', stringValue, willContinue }],
          willContinue: true,
        },
      });
    const out = ofStream([
      answer({ functionCall: { name: 'send', willContinue: true } }),
      call('to ann@exam', true),
      call('ple.org', false),
      answer({ functionCall: {} }),
    ]);
    expect(valuesOf(out)).toBe('to <EMAIL_ADDRESS_1>');
    // Nor where the call never ends.
    expect(valuesOf(ofStream([call('to ann@exam', true), call('ple.org', true)]))).toBe(
      'to <EMAIL_ADDRESS_1>',
    );
  });

  it('does not get code by that is cut over two parts', () => {
    const code = (text: string) => answer({ executableCode: { language: 'PYTHON', code: text } });
    const guard = guardOf();
    expect(ofStream([code('ann@exam'), code('ple.org')], guard)).not.toContain('ple.org');
    expect(guard.unseen).toEqual(['split_text']);
  });

  it('does not get media by under names in the other case, or within what a tool answered', () => {
    for (const part of [
      { inline_data: { mime_type: 'image/png', data: 'AA' } },
      { functionResponse: { parts: [{ inlineData: { mimeType: 'image/png', data: 'AA' } }] } },
    ]) {
      const guard = guardOf();
      ofStream([answer(part)], guard);
      expect(guard.unseen).toEqual(['image']);
    }
  });

  it('does not stop a member with the name of one that all objects have', () => {
    const odd = JSON.parse(
      `{"candidates":[{"content":{"parts":[{"__proto__":"${SECRET}","constructor":"${SECRET}"}]},"toString":"x"}]}`,
    ) as object;
    expect(ofDocument(odd)).toContain('"constructor":"<EMAIL_ADDRESS_1>"');
    expect(ofDocument(odd)).not.toContain(SECRET);
  });
});

/** The values of all pieces of arguments, one behind the other. */
function valuesOf(stream: string): string {
  const values = stream.matchAll(/"stringValue":("(?:[^"\\]|\\.)*")/g);
  return [...values].map(([, value]) => String(JSON.parse(value ?? '""'))).join('');
}
