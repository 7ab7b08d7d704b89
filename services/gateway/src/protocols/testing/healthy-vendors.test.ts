import { describe, expect, it } from 'vitest';
import { atOnce } from '@aicp/gateway/guardrails/output/slices';
import { testDetectors, TestGuard } from '@aicp/gateway/guardrails/testing/test-guard';
import { guardDocument } from '../chat-texts/guarded-document.ts';
import { ChatTexts } from '../chat-texts/prompt-texts.ts';
import { GuardedStream } from '../openai-chat/guarded-stream.ts';
import { ResponsesTexts } from '../responses-texts/responses-texts.ts';
import { plantings } from './plantings.ts';
import { VENDORS_ANSWERS } from './vendors-answers.ts';

const SECRET = 'ann@example.org';
const CARD = 4_111_111_111_111_111;

const guardOf = () => new TestGuard({ detectors: testDetectors() });
const ofDocument = (document: unknown, guard: TestGuard): string =>
  String(atOnce(guardDocument(Buffer.from(JSON.stringify(document)), guard)) ?? '');
const ofStream = (chunks: unknown, guard: TestGuard): string => {
  const stream = new GuardedStream(guard);
  const bytes = (chunks as unknown[]).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
  const went = String(atOnce(stream.push(Buffer.from(bytes.join('')))));
  return went + String(atOnce(stream.end()));
};

/** The places at which something is planted that goes on, and nobody is told that it was not looked at. */
const leaksOf = (
  value: unknown,
  planted: unknown,
  go: (value: unknown, guard: TestGuard) => string,
): string[] => {
  const told = JSON.stringify(planted).includes(SECRET) ? SECRET : String(CARD);
  return plantings(value, planted).flatMap(({ where, value: one }) => {
    const guard = guardOf();
    return go(one, guard).includes(told) && guard.unseen.length === 0 ? [where] : [];
  });
};

describe.each(VENDORS_ANSWERS)('a chat of $vendor', ({ document, chunks }) => {
  it('goes on where nothing is found in it, and nothing is said to be unseen', () => {
    const guard = guardOf();
    expect(JSON.parse(ofDocument(document, guard))).toEqual(document);
    const went = ofStream(chunks, guard);
    const texts = [...went.matchAll(/"content":"([^"]*)"/g)].map(([, text]) => text);
    expect(texts.join('')).toContain('Hel');
    expect(guard.unseen).toEqual([]);
  });

  it.each([[SECRET], [[SECRET]], [{ a: SECRET }], [{ [SECRET]: 1 }], [CARD]])(
    'is looked at, or said to be not, at every place where %j stands',
    (planted) => {
      expect(leaksOf(document, planted, ofDocument)).toEqual([]);
      expect(leaksOf(chunks, planted, ofStream)).toEqual([]);
    },
  );

  it('is known in the next request', () => {
    const { choices } = document as { choices: { message: object }[] };
    const messages = [{ role: 'user', content: 'Hi' }, ...choices.map(({ message }) => message)];
    const request = { model: 'm', messages: [...messages, { role: 'user', content: 'And?' }] };
    expect([...new ChatTexts(Buffer.from(JSON.stringify(request))).unseen]).toEqual([]);
  });
});

it('knows what the shell and the screen of a client of Responses answered', () => {
  const outcome = { type: 'exit', exit_code: 0 };
  const input = [
    {
      ...{ type: 'shell_call_output', call_id: 'c1' },
      output: [{ stdout: 'what it printed', stderr: '', outcome }],
    },
    {
      ...{ type: 'computer_call_output', call_id: 'c2' },
      output: { type: 'computer_screenshot', image_url: 'data:image/png;base64,AAAA' },
    },
  ];
  const found = new ResponsesTexts(Buffer.from(JSON.stringify({ model: 'm', input })));
  expect([...found.unseen]).toEqual(['image']);
  expect(found.texts.map(({ text }) => text)).toContain('what it printed');
});

it('takes out what an answer was drawn with where it is as long as a number of a card', () => {
  const guard = guardOf();
  const choices = [{ index: 0, message: { content: 'x' }, seed: 6_230_567_293_847_561 }];
  expect(JSON.parse(ofDocument({ choices }, guard))).toEqual({
    choices: [{ ...choices[0], seed: null }],
  });
  expect(guard.unseen).toEqual([]);
});
