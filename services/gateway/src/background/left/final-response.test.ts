import fc from 'fast-check';
import { expect, it } from 'vitest';
import { finalResponse } from './final-response.ts';

const MOST = [1_000, 1_000] as const;
const read = (response: unknown) => finalResponse(Buffer.from(JSON.stringify(response)), MOST);
const usage = (input: number, output: number) => ({
  ...{ input_tokens: input, output_tokens: output, total_tokens: input + output },
});

it('has what its provider counted, in whatever status it ended', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('completed', 'incomplete', 'failed', 'cancelled'),
      fc.nat(1_000),
      fc.nat(1_000),
      (status, input, output) => {
        expect(read({ status, usage: usage(input, output) })?.tokens).toMatchObject({
          input,
          output,
        });
      },
    ),
  );
});

it('has what a tool took to make pictures as well', () => {
  const tool_usage = { image_gen: usage(20, 300) };
  const { tokens } = read({ status: 'completed', usage: usage(3, 4), tool_usage }) ?? {};
  expect(tokens).toMatchObject({ input: 23, output: 304 });
});

it('is not there while it is under way, and of what is no response', () => {
  for (const status of ['queued', 'in_progress', 'toString', 7, undefined])
    expect(read({ status, usage: usage(1, 1) })).toBeUndefined();
  expect(finalResponse(Buffer.from('no JSON'), MOST)).toBeUndefined();
  expect(read([])).toBeUndefined();
});

it('is not believed to have used more than can be', () => {
  expect(read({ status: 'completed', usage: usage(1, 1_001) })).toEqual({
    ...{ completion: 'complete', tokens: undefined },
  });
});

it('costs nothing where it failed, and what was likely where it was cancelled, if nobody counted', () => {
  expect(read({ status: 'failed', usage: null })?.tokens).toMatchObject({ input: 0, output: 0 });
  expect(read({ status: 'cancelled', usage: null })).toEqual({
    ...{ completion: 'client_gone', tokens: undefined },
  });
});
