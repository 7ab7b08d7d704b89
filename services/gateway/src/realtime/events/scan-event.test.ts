import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLIENT_LIMITS, VENDOR_LIMITS } from './event-limits.ts';
import { readEvent } from './event-members.ts';
import { eventProblem } from './scan-event.ts';

const MIB = 1_048_576;
const LIMITS = { depth: 8, elements: 100, digits: 20, bytes: 4096 };

const problemOf = (text: string, limits = CLIENT_LIMITS) => eventProblem(Buffer.from(text), limits);

describe('an event', () => {
  it('is read wherever JSON.parse reads it and the limits allow it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const isNoEvent = problemOf(text, { ...LIMITS, elements: 1e6, bytes: 1e6, digits: 1e3 });
        expect(isNoEvent).toBeUndefined();
      }),
    );
  });

  it('is malformed exactly where JSON.parse says so, however it was broken', () => {
    const whole = JSON.stringify({ type: 'x', list: [1, -2.5e3, 'a"b', null], o: { t: true } });
    fc.assert(
      fc.property(
        fc.nat(whole.length),
        fc.stringMatching(/^[ -~]{0,2}$/),
        fc.nat(2),
        (at, put, cut) => {
          const text = whole.slice(0, at) + put + whole.slice(at + cut);
          let isJson = true;
          try {
            JSON.parse(text);
          } catch {
            isJson = false;
          }
          expect(problemOf(text, { ...LIMITS, digits: 1000 }) === undefined).toBe(isJson);
        },
      ),
    );
  });

  it.each([
    ['deep', `{"type":"x","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['many', `{"type":"x"${Array.from({ length: 100_000 }, (_, i) => `,"${i}":1`).join('')}}`],
    ['many', `{"type":"x","a":[${'1,'.repeat(100_000)}1]}`],
    ['long', `{"type":"x","a":${'1'.repeat(1_000_000)}}`],
    ['long', `{"type":"x","a":[-0.${'1'.repeat(1000)}e7]}`],
    ['large', JSON.stringify({ type: 'x', text: 'a'.repeat(MIB) })],
    ['large', JSON.stringify({ type: 'x', audio: [{ text: 'a'.repeat(MIB) }] })],
    ['malformed', ''],
    ['malformed', '{"type":"x"} {}'],
  ])('that is %s is not read', (problem, text) => {
    expect(problemOf(text)).toBe(problem);
    expect(readEvent(Buffer.from(text), CLIENT_LIMITS)).toBe(problem);
  });

  it('may have much sound, or a large picture', () => {
    const audio = 'A'.repeat(15 * MIB);
    const content = [{ type: 'input_image', image_url: `data:image/png;base64,${audio}` }];
    for (const event of [
      { type: 'input_audio_buffer.append', audio },
      { type: 'conversation.item.create', item: { type: 'message', content } },
    ])
      expect(problemOf(JSON.stringify(event))).toBeUndefined();
  });

  it('of a vendor may be as large as a message, and not as deep as it likes', () => {
    expect(
      problemOf(JSON.stringify({ type: 'x', text: 'a'.repeat(15 * MIB) }), VENDOR_LIMITS),
    ).toBe(undefined);
    expect(problemOf(`${'['.repeat(500)}${']'.repeat(500)}`, VENDOR_LIMITS)).toBe('deep');
  });
});
