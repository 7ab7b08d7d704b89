import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { AnswerTooLong, eventsOf } from './answer-bytes.ts';

const bounds = { event: 1_000, all: 10_000 };
async function read(text: string, pieceBytes: number, within = bounds): Promise<string[]> {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, one) =>
    bytes.subarray(one * pieceBytes, (one + 1) * pieceBytes),
  );
  const events: string[] = [];
  for await (const event of eventsOf(Readable.from(pieces) as AsyncIterable<Buffer>, within)) {
    events.push(event);
  }
  return events;
}

const STREAM =
  ': hello\r\n\r\nevent: message\r\nid: 1\r\ndata: {"a":"ä"}\r\n\r\ndata:one\ndata: two\n\ndata: unfinished';

it.each([1, 2, 3, 7, 1_000])('reads events that come in pieces of %i bytes', async (size) => {
  expect(await read(STREAM, size)).toEqual(['{"a":"ä"}', 'one\ntwo']);
});

it('reads no event, and no stream, beyond its bound', async () => {
  const long = `data: ${'x'.repeat(2_000)}\n\n`;
  await expect(read(long, 100)).rejects.toThrow(AnswerTooLong);
  const short = `data: ${'x'.repeat(50)}\n\n`;
  expect(await read(short.repeat(100), 100)).toHaveLength(100);
  await expect(read(short.repeat(1_000), 100)).rejects.toThrow(AnswerTooLong);
});
