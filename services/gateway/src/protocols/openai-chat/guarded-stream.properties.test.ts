import type { Detectors } from '@aicp/detection/detectors';
import { redactedSpans, restored } from '@aicp/detection/redact';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  OrderlessRedactor,
  testDetectors,
  TestGuard,
} from '../../guardrails/testing/test-guard.ts';
import { atOnce } from '../../guardrails/output/slices.ts';
import { ChatStream } from './chat-stream.ts';
import { GuardedStream } from './guarded-stream.ts';
import { guardDocument } from '../chat-texts/guarded-document.ts';
import { readChunks, readTexts } from './testing/read-texts.ts';
import { type RandomStream, type RandomText, someStream } from './testing/random-answers.ts';

const RUNS = Number(process.env['AICP_GUARDED_STREAMS'] ?? 500);
/** 10,000 take minutes on a machine that does other things too. */
const TIMEOUT_MS = 600_000;
const RESTORE = new Map([['<EMAIL_ADDRESS_1>', 'kim "k" <kim@example.net>']]);

const guardOf = (detectors: Detectors): TestGuard =>
  new TestGuard({ detectors, redactor: new OrderlessRedactor(), restore: RESTORE });

/** A text that is looked at alone, as a whole. */
function alone({ place, text }: RandomText, guard: TestGuard): string {
  const guarded = guard.open(place.startsWith('tool') ? 'json' : 'text');
  return guarded.push(text) + guarded.end();
}

/** What is made of a text that nothing stops, without any of the code that takes texts in pieces. */
function wholeOf(text: string, detectors: Detectors): string {
  const redactor = new OrderlessRedactor();
  let out = '';
  let at = 0;
  for (const span of redactedSpans(detectors.scan(text))) {
    const { start, end } = span;
    out += restored(text.slice(at, start), RESTORE);
    out += redactor.placeholder(span, text.slice(start, end));
    at = end;
  }
  return out + restored(text.slice(at), RESTORE);
}

const isJson = ({ place, text }: RandomText): boolean =>
  place.startsWith('tool') && !text.startsWith('call ');

function streamed(stream: RandomStream, guard: TestGuard) {
  const chat = new ChatStream({ stripUsage: false });
  const guarded = new GuardedStream(guard);
  const out: Buffer[] = [];
  for (const piece of stream.pieces) {
    const events = chat.push(piece);
    if (events) out.push(atOnce(guarded.push(events)));
  }
  const rest = chat.end();
  if (rest) out.push(atOnce(guarded.push(rest)));
  out.push(atOnce(guarded.end()));
  expect(chat.problem).toBeUndefined();
  return readChunks(Buffer.concat(out).toString());
}

/** The answer as one document. */
function documentOf({ texts, choices }: RandomStream): Buffer {
  const messages = Array.from({ length: choices }, (_, choice) => {
    const of = texts.filter((text) => text.choice === choice);
    const plain = of.filter(({ place }) => !place.startsWith('tool'));
    const calls = of.filter(({ place }) => place.startsWith('tool'));
    return {
      index: choice,
      message: {
        ...Object.fromEntries(plain.map(({ place, text }) => [place, text])),
        tool_calls: calls.map(({ place, text }) => ({
          index: Number(place.slice(4)),
          function: { name: 'f', arguments: text },
        })),
      },
      finish_reason: 'stop',
    };
  });
  return Buffer.from(JSON.stringify({ id: 'c1', choices: messages }));
}

const nameOf = ({ choice, place }: RandomText): string => `${choice} ${place}`;

/** Checks a stream of which nothing is stopped. */
function expectWhole(stream: RandomStream, detectors: Detectors): void {
  const guard = guardOf(detectors);
  const { texts, isDone, finished, late } = streamed(stream, guard);
  expect(guard.stoppedBy).toBeUndefined();
  expect({ isDone, finished, late }).toEqual({ isDone: true, finished: stream.choices, late: 0 });
  const document = atOnce(guardDocument(documentOf(stream), guardOf(detectors)));
  const written = readTexts(document?.toString() ?? '{}');
  for (const one of stream.texts) {
    const out = alone(one, guardOf(detectors));
    expect(texts[nameOf(one)] ?? '').toBe(out);
    expect(written[nameOf(one)]).toBe(out);
    if (!one.place.startsWith('tool')) expect(out).toBe(wholeOf(one.text, detectors));
    else if (isJson(one)) expect(() => JSON.parse(out) as unknown).not.toThrow();
  }
}

it(
  'a stream becomes what its whole texts become, however it is cut',
  { timeout: TIMEOUT_MS },
  () => {
    const detectors = testDetectors();
    fc.assert(
      fc.property(someStream, (stream) => {
        expectWhole(stream, detectors);
      }),
      { numRuns: RUNS },
    );
  },
);

it(
  'a stream is stopped where one of its whole texts is, and goes no further than they do',
  { timeout: TIMEOUT_MS },
  () => {
    const detectors = testDetectors(['stop', 'jo@example.com']);
    fc.assert(
      fc.property(someStream, (stream) => {
        const byThemselves = stream.texts.map((one) => {
          const guard = guardOf(detectors);
          return { name: nameOf(one), out: alone(one, guard), isStopped: guard.stoppedBy };
        });
        if (!byThemselves.some(({ isStopped }) => isStopped)) {
          expectWhole(stream, detectors);
          return;
        }
        const guard = guardOf(detectors);
        const { texts, isDone } = streamed(stream, guard);
        expect(guard.stoppedBy).toMatchObject({ guardrail: 'test' });
        expect(isDone).toBe(false);
        for (const { name, out } of byThemselves) {
          expect(out.slice(0, texts[name]?.length ?? 0)).toBe(texts[name] ?? '');
        }
        expect(atOnce(guardDocument(documentOf(stream), guardOf(detectors)))).toBeUndefined();
      }),
      { numRuns: RUNS },
    );
  },
);
