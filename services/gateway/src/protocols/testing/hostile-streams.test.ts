import { describe, expect, it } from 'vitest';
import { atOnce } from '../../guardrails/output/slices.ts';
import { testDetectors, TestGuard } from '../../guardrails/testing/test-guard.ts';
import { GuardedMessageStream } from '../anthropic-messages/guarded-message-stream.ts';
import { GuardedGeminiStream } from '../gemini/guarded/guarded-answers.ts';
import { GuardedStream } from '../openai-chat/guarded-stream.ts';
import { GuardedEvents } from '../responses-texts/guarded-events.ts';

const guardOf = () => new TestGuard({ detectors: testDetectors() });

/** A stream of each protocol, and how it says a piece of a text whose string is written so. */
const STREAMS = [
  {
    name: 'chat completions',
    open: (guard: TestGuard) => new GuardedStream(guard),
    before: [] as string[],
    says: (text: string) => `{"choices":[{"index":0,"delta":{"content":${text}}}]}`,
  },
  {
    name: 'messages',
    open: (guard: TestGuard) => new GuardedMessageStream(guard),
    before: ['{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}'],
    says: (text: string) =>
      `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":${text}}}`,
  },
  {
    name: 'Responses',
    open: (guard: TestGuard) => new GuardedEvents(guard),
    before: [],
    says: (text: string) =>
      `{"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":${text}}`,
  },
  {
    name: 'generateContent',
    open: (guard: TestGuard) => new GuardedGeminiStream(guard),
    before: [],
    says: (text: string) => `{"candidates":[{"index":0,"content":{"parts":[{"text":${text}}]}}]}`,
  },
];

describe.each(STREAMS)('a hostile stream of $name', ({ open, before, says }) => {
  const through = (events: readonly string[], guard = guardOf()): string => {
    const stream = open(guard);
    const out = [...before, ...events].map((event) =>
      String(atOnce(stream.push(Buffer.from(`data: ${event}\n\n`)))),
    );
    return out.join('') + String(atOnce(stream.end()));
  };

  it.each([
    ['escapes', ['"ann\\u0040exam"', '"ple\\u002eorg"']],
    ['an empty piece between', ['"ann@exam"', '""', 'null', '"ple.org"']],
    ['a number between', ['"ann@exam"', '1e400', '"ple.org"']],
    [
      'a member that is there twice',
      ['"x","text":"ann@exam","content":"ann@exam","delta":"ann@exam"', '"ple.org"'],
    ],
    ['lone surrogates around', ['"\\ud83d ann@exam"', '"ple.org \\ude00"']],
    ['a zero unit before it', ['"\\u0000 ann@exam"', '"ple.org"']],
  ])('does not get an address by with %s', (_what, pieces) => {
    expect(through(pieces.map(says))).not.toContain('ple.org');
  });

  it('does not get one by in an event of a kind that nobody knows, or under odd names', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'text', 'delta', 'candidates']) {
      const guard = guardOf();
      const out = through(
        [`{"type":"new.kind","${name}":["ann@example.org",{"a":"ann@example.org"}]}`],
        guard,
      );
      expect(out.includes('ann@example.org') && guard.unseen.length === 0).toBe(false);
    }
  });

  it('passes a text with odd units as it is, where nothing is found', () => {
    const out = through([says('"a\\u0000b \\ud83d c"'), says('"\\ude00 d"')]);
    const texts = [...out.matchAll(/"(?:text|content|delta)":("(?:[^"\\]|\\.)*")/g)];
    const told = texts.map(([, text]) => String(JSON.parse(text ?? '""'))).join('');
    expect(told).toBe('a\u0000b \ud83d c\ude00 d');
  });
});
