import { describe, expect, it } from 'vitest';
import { plantings } from '../testing/plantings.ts';
import { readGemini } from './gemini-scan.ts';
import { GeminiTexts } from './gemini-texts.ts';

const SECRET = 'ann at example.org';
/** Short, and of the form of a name. */
const NUMBER = '123-45-6789';

const schema = {
  ...{ type: 'object', description: 'x', required: ['a'], propertyOrdering: ['a'], title: 'x' },
  properties: {
    a: { type: 'string', format: 'date', enum: ['x'], default: { name: 'x', type: 'x' } },
  },
  example: { name: 'x', id: 'x' },
};
/** A request with a member at every place that Google documents. */
const REQUEST = {
  systemInstruction: { role: 'user', parts: [{ text: 'x' }] },
  contents: [
    {
      role: 'user',
      parts: [
        { text: 'x', thought: true, thoughtSignature: 'AAAA' },
        { inlineData: { mimeType: 'image/png', data: 'AAAA', displayName: 'x' } },
        { fileData: { mimeType: 'image/png', fileUri: 'https://a.example/x' } },
        { functionCall: { id: 'a1', name: 'f', args: { name: 'x', type: 'x' } } },
        { functionCall: { partialArgs: [{ jsonPath: '$.a', stringValue: 'x' }] } },
        {
          functionResponse: {
            ...{ id: 'a1', name: 'f', scheduling: 'SILENT' },
            response: { name: 'x', role: 'x', nested: { mode: 'x', mimeType: 'x', type: ['x'] } },
            parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }],
          },
        },
        { executableCode: { language: 'PYTHON', code: 'x' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: 'x' } },
      ],
    },
  ],
  tools: [
    {
      functionDeclarations: [
        { name: 'f', description: 'x', parameters: schema, parametersJsonSchema: schema },
      ],
    },
    { googleSearch: { timeRangeFilter: { startTime: 'x' } }, codeExecution: {} },
  ],
  toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } },
  safetySettings: [{ category: 'A', threshold: 'B', method: 'C' }],
  generationConfig: {
    ...{ stopSequences: ['x'], responseMimeType: 'application/json', temperature: 1 },
    responseSchema: schema,
    thinkingConfig: { thinkingLevel: 'LOW' },
    speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'x' } } },
  },
  labels: { a: 'x' },
  serviceTier: 'x',
};

const seenIn = (request: unknown): string =>
  new GeminiTexts(Buffer.from(JSON.stringify(request))).texts.map(({ text }) => text).join('\n');

/** Where what is planted is not seen. */
const unseenPlaces = (planted: unknown, told: string): string[] =>
  plantings(REQUEST, planted).flatMap(({ where, value }) => {
    const isRefused = 'param' in readGemini(Buffer.from(JSON.stringify(value)));
    return isRefused || seenIn(value).includes(told) ? [] : [where];
  });

describe('every place of a request for generateContent', () => {
  it.each([[SECRET], [[SECRET]], [{ a: SECRET }], [{ [SECRET]: 1 }]])(
    'is seen where %j stands there',
    (planted) => {
      expect(unseenPlaces(planted, SECRET)).toEqual([]);
    },
  );

  it('is seen where a number stands that is long', () => {
    expect(unseenPlaces(4_111_111_111_111_111, '4111111111111111')).toEqual([]);
  });

  it('is seen where a short word may be any text: in what tools answer, and in values of schemas', () => {
    // Names, ids, types and bytes alone are not looked at where they have their form.
    const words = unseenPlaces(NUMBER, NUMBER).map((where) => where.replaceAll(/\/\d+/g, ''));
    expect(words.filter((where) => /response\/|default|example|enum|args/.test(where))).toEqual([]);
    const known =
      /\/(?:name|id|type|format|mode|category|threshold|method|mimeType|responseMimeType|thinkingLevel|data|thoughtSignature|scheduling|serviceTier)$/;
    expect(words.filter((where) => !known.test(where))).toEqual([]);
  });

  it('tells of media wherever they stand', () => {
    const media = { inline_data: { mime_type: 'image/png', data: 'AAAA' } };
    for (const part of [media, { functionResponse: { response: {}, parts: [media] } }]) {
      const body = Buffer.from(JSON.stringify({ contents: [{ parts: [part] }] }));
      expect(new GeminiTexts(body).unseen).toEqual(new Set(['image']));
    }
  });

  it('sees a long number however it is written', () => {
    const body =
      '{"contents":[{"parts":[{"functionResponse":{"response":{"a":4111111111111111e0}}}]}]}';
    const [first] = new GeminiTexts(Buffer.from(body)).texts;
    expect(first?.text).toBe('4111111111111111e0');
  });

  it('reads pieces of arguments as one', () => {
    const piece = (stringValue: string) => ({
      functionCall: { partialArgs: [{ jsonPath: '$.a', stringValue, willContinue: true }] },
    });
    const body = { contents: [{ parts: [piece('ann@exam'), piece('ple.org')] }] };
    const { texts } = new GeminiTexts(Buffer.from(JSON.stringify(body)));
    const parts = texts.filter(({ text }) => /ann|ple/.test(text)).map(({ partOf }) => partOf);
    expect(parts).toEqual([1.5, 1.5]);
  });
});
