import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchEndOf } from './batch-end.ts';
import { lineIdOf } from './line-id.ts';
import { lineResultOf } from './line-result.ts';
import { LineSplitter } from './line-splitter.ts';

const BATCH = '01980000-1234-7abc-9def-0123456789ab';

describe('the id of a request of a batch', () => {
  it('is a UUID of version 7, the same each time, and another for each request and each batch', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const id = lineIdOf(BATCH, one);
        expect(id).toMatch(/^01980000-1234-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(lineIdOf(BATCH, one)).toBe(id);
        expect(lineIdOf(BATCH.replace('9def', '9dea'), one)).not.toBe(id);
        if (one !== other) expect(lineIdOf(BATCH, other)).not.toBe(id);
      }),
    );
  });
});

describe('lines', () => {
  it('are the same however their bytes are cut', () => {
    const lines = fc.array(fc.string({ minLength: 1 }).filter((text) => !/^\s*$|\n/.test(text)));
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 7 }), (texts, size) => {
        const read: string[] = [];
        const splitter = new LineSplitter(1_000, (line) => read.push(line));
        const bytes = Buffer.from(texts.join('\n'));
        for (let at = 0; at < bytes.length; at += size)
          splitter.push(bytes.subarray(at, at + size));
        splitter.end();
        expect(read).toEqual(texts.map((text) => Buffer.from(text).toString()));
      }),
    );
  });

  it('that are too long are passed over and counted, also the last one', () => {
    const read: string[] = [];
    const splitter = new LineSplitter(4, (line) => read.push(line));
    for (const piece of ['1234\n123', '45', '6\nab', 'cd\n', '12345']) {
      splitter.push(Buffer.from(piece));
      expect(splitter.heldBytes).toBeLessThanOrEqual(4);
    }
    splitter.end();
    expect(read).toEqual(['1234', 'abcd']);
    expect(splitter.skipped).toBe(2);
  });

  it('take no more memory where they come byte by byte', () => {
    const splitter = new LineSplitter(1_000_000, () => undefined);
    for (let at = 0; at < 100_000; at += 1) splitter.push(Buffer.from('a'));
    expect(splitter.heldBytes).toBeLessThanOrEqual(200_000);
  });
});

it('a batch has an end where its provider says so', () => {
  const read = (batch: unknown) => batchEndOf(Buffer.from(JSON.stringify(batch)));
  for (const status of ['validating', 'in_progress', 'finalizing', 'cancelling', 'toString', 7])
    expect(read({ status })).toBeUndefined();
  expect(read([])).toBeUndefined();
  expect(read({ status: 'expired', output_file_id: 'a', error_file_id: 'b' })).toEqual({
    ...{ completion: 'provider_failed', files: ['a', 'b'] },
  });
  expect(read({ status: 'failed', output_file_id: null })).toEqual({
    ...{ completion: 'provider_failed', files: [] },
  });
});

it('a result is read with the tokens that its provider counted', () => {
  const read = (body: unknown, more: object = {}) =>
    lineResultOf(JSON.stringify({ custom_id: 'a', response: { status_code: 200, body }, ...more }));
  const chat = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
  const response = { input_tokens: 3, output_tokens: 4, total_tokens: 7 };
  for (const usage of [chat, response])
    expect(read({ usage })).toMatchObject({ status: 200, usage: { input: 3, output: 4 } });
  expect(read({})).toEqual({ customId: 'a', status: 200, usage: undefined });
  expect(read({}, { response: null })).toEqual({ customId: 'a', status: null, usage: undefined });
  for (const line of ['no JSON', '[]', '{}', '{"custom_id":7}', '{"custom_id":""}'])
    expect(lineResultOf(line)).toBeUndefined();
});

it('a result whose id is longer than that of any request of a batch is none', () => {
  const read = (length: number) => lineResultOf(JSON.stringify({ custom_id: 'a'.repeat(length) }));
  expect(read(512)).toMatchObject({ status: null });
  expect(read(513)).toBeUndefined();
});
