import { describe, expect, it } from 'vitest';
import { atOnce } from '@aicp/gateway/guardrails/output/slices';
import { testDetectors, TestGuard } from '@aicp/gateway/guardrails/testing/test-guard';
import { guardDocument } from '../chat-texts/guarded-document.ts';
import {
  guardDocument as guardGemini,
  GuardedGeminiStream,
} from '../gemini/guarded/guarded-answers.ts';
import { GuardedStream } from '../openai-chat/guarded-stream.ts';
import { GuardedEvents } from '../responses-texts/guarded-events.ts';

const guardOf = (refused: string[] = []) =>
  new TestGuard({ detectors: testDetectors(['forbidden']), refused });
const eventsOf = (chunks: readonly object[]) =>
  Buffer.from(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(''));
const ONE = { isOne: true };
const SEVERAL = { isOne: false };

interface Guarded {
  push(piece: Buffer): Parameters<typeof atOnce<Buffer>>[0];
  end(): Parameters<typeof atOnce<Buffer>>[0];
}
const streamed = (stream: Guarded, chunks: readonly object[]): string =>
  `${String(atOnce(stream.push(eventsOf(chunks))))}${String(atOnce(stream.end()))}`;

const chatChunk = (index: number, content: string, finish_reason: string | null = null) => ({
  ...{ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm' },
  choices: [{ index, delta: { content }, finish_reason }],
});
const geminiChunk = (index: number, text: string, finishReason?: string) => ({
  candidates: [{ index, content: { role: 'model', parts: [{ text }] }, finishReason }],
});

/** What a client hears that reads the first text of each event, whatever its number. */
const heardOf = (stream: string): string =>
  [...stream.matchAll(/"(?:content|text)":("(?:[^"\\]|\\.)*")/g)]
    .map(([, text]) => String(JSON.parse(text ?? '""')))
    .join('');

describe('a text that is cut over several answers, where one was asked for', () => {
  it.each([
    [
      'chat completions',
      (guard: TestGuard, how: typeof ONE) => new GuardedStream(guard, how),
      chatChunk,
    ],
    [
      'generateContent',
      (guard: TestGuard, how: typeof ONE) => new GuardedGeminiStream(guard, how),
      geminiChunk,
    ],
  ])('is read as one in streams of %s', (_, open, chunk) => {
    const forbidden = [chunk(0, 'this is forb'), chunk(1, 'idden'), chunk(0, '', 'stop')];
    const guard = guardOf();
    expect(heardOf(streamed(open(guard, ONE), forbidden))).not.toContain('forbidden');
    expect(guard.stoppedBy).toMatchObject({ guardrail: 'test' });
    const mail = [chunk(1, 'to ann@exam'), chunk(0, 'ple.org'), chunk(2, ' now', 'STOP')];
    expect(heardOf(streamed(open(guardOf(), ONE), mail))).toBe('to <EMAIL_ADDRESS_1> now');
    // Who asked for several has them apart.
    const apart = guardOf();
    streamed(open(apart, SEVERAL), forbidden);
    expect(apart.stoppedBy).toBeUndefined();
  });

  it('is read as one within one event', () => {
    const both = (text: (index: number) => object) => [0, 1].map(text);
    const texts = ['forb', 'idden'];
    const chat = { choices: both((index) => ({ index, delta: { content: texts[index] } })) };
    const guard = guardOf();
    streamed(new GuardedStream(guard, ONE), [chat]);
    expect(guard.stoppedBy).toBeDefined();
    const parts = (index: number) => ({ index, content: { parts: [{ text: texts[index] }] } });
    const other = guardOf();
    streamed(new GuardedGeminiStream(other, ONE), [{ candidates: both(parts) }]);
    expect(other.stoppedBy).toBeDefined();
  });

  it('is read as one in documents', () => {
    const texts = ['forb', 'idden'];
    const chat = { choices: texts.map((content, index) => ({ index, message: { content } })) };
    const gemini = {
      candidates: texts.map((text, index) => ({ index, content: { parts: [{ text }] } })),
    };
    const body = (document: object) => Buffer.from(JSON.stringify(document));
    expect(atOnce(guardDocument(body(chat), guardOf(), ONE))).toBeUndefined();
    expect(atOnce(guardDocument(body(chat), guardOf(), SEVERAL))?.toString()).toContain('idden');
    expect(atOnce(guardGemini(body(gemini), guardOf(), ONE))).toBeUndefined();
    expect(atOnce(guardGemini(body(gemini), guardOf(), SEVERAL))?.toString()).toContain('idden');
  });

  it('does not go on by numbers of items of a response', () => {
    const delta = (output_index: number, text: string) => ({
      ...{ type: 'response.output_text.delta', item_id: `m${output_index}`, output_index },
      ...{ content_index: 0, delta: text },
    });
    const guard = guardOf();
    const out = streamed(new GuardedEvents(guard), [delta(0, 'this is forb'), delta(1, 'idden')]);
    expect(out).not.toContain('idden');
    expect(guard.unseen.length + (guard.stoppedBy ? 1 : 0)).toBeGreaterThan(0);
  });
});
