import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventFrame, exceptionFrame } from '../../twins/bedrock/converse-answer.ts';
import { BrokenFrame, EventFrames } from './event-frames.ts';

const cuts = (bytes: Buffer, places: readonly number[]): Buffer[] => {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted(
    (a, b) => a - b,
  );
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
};

const name = fc.stringMatching(/^[A-Za-z]{1,20}$/);
const frame = fc
  .record({
    name,
    body: fc.record({ text: fc.string(), delta: fc.string() }),
    isEvent: fc.boolean(),
  })
  .map(({ isEvent, ...one }) => ({ ...one, bytes: (isEvent ? eventFrame : exceptionFrame)(one) }));

it('finds the same frames, wherever the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 5 }), fc.array(fc.nat()), (sent, places) => {
      const frames = new EventFrames();
      const bytes = Buffer.concat(sent.map((one) => one.bytes));
      const found = cuts(bytes, places).flatMap((piece) => [...frames.push(piece)]);
      expect(found.map((one) => one.name)).toEqual(sent.map((one) => one.name));
      for (const [index, { body }] of found.entries())
        expect(JSON.parse(body.toString())).toMatchObject(sent[index]?.body ?? {});
      expect(frames.isWithin).toBe(false);
    }),
  );
});

it('finds that a byte is wrong, whichever it is, and gives nothing of its frame', () => {
  const good = { name: 'contentBlockDelta', body: { delta: { text: 'Hello' } } };
  const bytes = eventFrame(good);
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const broken = Buffer.from(bytes);
      broken[at] = (broken[at] ?? 0) ^ change;
      const frames = new EventFrames();
      const found: unknown[] = [];
      try {
        found.push(...frames.push(Buffer.concat([broken, bytes])));
        // A longer frame than it is may swallow the next, and waits for more.
        expect(frames.isWithin).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(BrokenFrame);
      }
      expect(found).toEqual([]);
    }),
  );
});

it('refuses what is no stream of frames at once, and waits for no end of it', () => {
  const refused = (bytes: Buffer) => () => [...new EventFrames().push(bytes)];
  expect(refused(Buffer.from('<html><body>Bad gateway</body>'))).toThrow(BrokenFrame);
  expect(refused(Buffer.alloc(12))).toThrow(BrokenFrame);
  expect(refused(eventFrame({ name: 'no name', body: {} }))).toThrow('has no name');
});
