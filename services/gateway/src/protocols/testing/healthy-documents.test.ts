import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutputGuard } from '@aicp/gateway/guardrails/output/output-guard';
import { atOnce, type Slices } from '@aicp/gateway/guardrails/output/slices';
import { testDetectors, TestGuard } from '@aicp/gateway/guardrails/testing/test-guard';
import { MESSAGE } from '../anthropic-messages/message-shapes.ts';
import { guardDocument } from '../chat-texts/guarded-document.ts';
import { guardDocument as guardGemini } from '../gemini/guarded/guarded-answers.ts';
import { guardResponse } from '../responses-texts/guarded-response.ts';

type Guarding = (body: Buffer, guard: OutputGuard) => Slices<Buffer | undefined>;

const detectors = testDetectors();
/** The ends of these are held back, as more may follow; and they are nothing by themselves. */
const someText = fc
  .array(fc.constantFrom('a', ' ann', 'ann@', '12', 'co', ' ', 'Done.', '"\\', 'é\n', '😀'), {
    maxLength: 4,
  })
  .map((words) => words.join(''));
type Parts = readonly { readonly kind: number; readonly text: string }[];

/** Kinds of parts that some API reads as one text. */
const READ_AS_ONE = [[0], [1], [0, 1], [2], [3], [0, 1, 2, 3]];

const isHealthy = (parts: Parts): boolean =>
  READ_AS_ONE.every((kinds) => {
    const joined = parts.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);
    return detectors.scan(joined.join('')).length === 0;
  });

/** What a document says, and what stands between its texts. */
const someParts = fc
  .array(fc.record({ kind: fc.nat({ max: 3 }), text: someText }), { minLength: 1, maxLength: 6 })
  .filter(isHealthy);

const toChat = ({ kind, text }: Parts[number]) =>
  [
    { type: 'text', text },
    { type: 'text', text, annotations: [{ type: 'url_citation', title: 'A page' }] },
    { type: 'thinking', thinking: [{ type: 'text', text }] },
    { type: 'refusal', refusal: text },
  ][kind];

const toBlock = ({ kind, text }: Parts[number]) =>
  [
    { type: 'text', text },
    { type: 'text', text, citations: [{ type: 'char_location', cited_text: 'so it is' }] },
    { type: 'thinking', thinking: text, signature: 'AAAA' },
    { type: 'server_tool_use', id: 't1', name: 'f', input: { q: 'x' } },
  ][kind];

const toItem = ({ kind, text }: Parts[number], place: number) =>
  [
    toMessage({ type: 'output_text', text, annotations: [] }, place),
    toMessage({ type: 'output_text', text, annotations: [{ type: 'url_citation' }] }, place),
    { type: 'reasoning', id: `r${place}`, summary: [{ type: 'summary_text', text }] },
    { type: 'code_interpreter_call', id: `c${place}`, status: 'completed', code: text },
  ][kind];

const toMessage = (part: object, place: number) => ({
  ...{ type: 'message', id: `m${place}`, role: 'assistant', status: 'completed' },
  content: [part],
});

const toGemini = ({ kind, text }: Parts[number]) =>
  [
    { text },
    { text, thought: true, thoughtSignature: 'AAAA' },
    { executableCode: { language: 'PYTHON', code: 'x = 1' } },
    { codeExecutionResult: { outcome: 'OUTCOME_OK', output: 'x' } },
  ][kind];

const chatOf = (parts: Parts) => ({
  ...{ id: 'c1', object: 'chat.completion', created: 1, model: 'm' },
  choices: [{ index: 0, message: { role: 'assistant', content: parts.map(toChat) } }],
});

const messageOf = (parts: Parts) => ({
  ...{ id: 'm1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'end_turn' },
  content: parts.map(toBlock),
  usage: { input_tokens: 1, output_tokens: 2 },
});

const responseOf = (parts: Parts) => ({
  ...{ id: 'r1', object: 'response', created_at: 1, model: 'm', status: 'completed' },
  output: parts.map(toItem),
  usage: { input_tokens: 1, output_tokens: 2 },
});

const geminiOf = (parts: Parts) => ({
  candidates: [
    { content: { role: 'model', parts: parts.map(toGemini) }, finishReason: 'STOP', index: 0 },
  ],
  usageMetadata: { promptTokenCount: 1 },
  modelVersion: 'm',
});

/** A document of each API with such parts, among them what is no text; and who looks at it. */
const APIS: readonly (readonly [string, Guarding, (parts: Parts) => unknown])[] = [
  ['chat completions', (body, guard) => guardDocument(body, guard), chatOf],
  ['messages', (body, guard) => guardDocument(body, guard, { shape: MESSAGE }), messageOf],
  ['responses', guardResponse, responseOf],
  ['generateContent', guardGemini, geminiOf],
];

describe.each(APIS)('a guarded document of %s', (_api, guarding, documentOf) => {
  it('is what its vendor sent, byte for byte, where nothing is found in it', () => {
    fc.assert(
      fc.property(someParts, (parts) => {
        const sent = JSON.stringify(documentOf(parts));
        const guard = new TestGuard({ detectors });
        const out = atOnce(guarding(Buffer.from(sent), guard));
        expect(String(out)).toBe(sent);
        expect(guard.unseen).toEqual([]);
      }),
    );
  });
});
