import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WatchEvent } from './api.ts';
import { readWatch } from './watch-stream.ts';

const line = (type: string, object: unknown): string => `${JSON.stringify({ type, object })}\n`;
const metadata = { name: 'a', resourceVersion: '7' };

async function eventsOf(chunks: Iterable<Buffer | string>): Promise<WatchEvent[]> {
  const events: WatchEvent[] = [];
  const buffers = [...chunks].map((chunk) => Buffer.from(chunk));
  await readWatch(Readable.from(buffers), (event) => events.push(event));
  return events;
}

describe('a watch stream', () => {
  it('gives the same events however it is cut into chunks', async () => {
    const value = fc.record({
      type: fc.constantFrom('ADDED', 'DELETED'),
      text: fc.string({ unit: 'binary' }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { maxLength: 5 }),
        fc.array(fc.nat(200), { maxLength: 8 }),
        async (sent, cuts) => {
          const whole = Buffer.from(
            sent.map(({ type, text }) => line(type, { metadata, text })).join(''),
          );
          const places = [0, ...cuts.filter((at) => at < whole.length).sort((a, b) => a - b)];
          const chunks = places.map((at, index) => whole.subarray(at, places[index + 1]));
          const events = await eventsOf(chunks);
          expect(events.map(({ type, object }) => ({ type, text: object['text'] }))).toEqual(sent);
        },
      ),
    );
  });

  it('does not take U+2028 for the end of a line', async () => {
    const [event] = await eventsOf([line('ADDED', { metadata, text: 'x\u2028y' })]);
    expect(event?.object['text']).toBe('x\u2028y');
  });

  it('rejects with the status of an ERROR', async () => {
    const expired = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' };
    await expect(eventsOf([line('ERROR', expired)])).rejects.toMatchObject({
      status: 410,
      reason: 'Expired',
      message: 'too old',
    });
  });

  it('rejects what is no event', async () => {
    await expect(eventsOf(['<html>\n'])).rejects.toThrow(SyntaxError);
    await expect(eventsOf(['{"type":"NEWS","object":{}}\n'])).rejects.toThrow();
  });
});
