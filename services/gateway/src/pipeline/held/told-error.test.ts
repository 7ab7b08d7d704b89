import { expect, it } from 'vitest';
import { withOurIds } from './told-error.ts';

const RAW = 'resp_68af4030592c81938ec0a5fbab4a3e9f05438e46b5f69a3b';
const OURS = `resp_${'aB3-'.repeat(40)}`;
const ids = new Map([[OURS, RAW]]);
const told = (message: string, upstreamIds?: ReadonlyMap<string, string>) =>
  withOurIds(Buffer.from(JSON.stringify({ error: { message } })), upstreamIds).toString();

it('tells our ids of what a request named, and no others', () => {
  const other = 'resp_0123456789abcdef0123456789abcdef';
  const file = 'file-6F2ksmvXxt4VdoqmHRw6kL';
  const out = told(`Previous response with id '${RAW}' not found, nor ${other} with ${file}.`, ids);
  expect(out).toContain(`'${OURS}' not found`);
  for (const raw of [RAW, other, file]) expect(out).not.toContain(raw);
  expect(told(`${file} is no image.`)).toContain('another id is no image.');
  const ofAzure = 'assistant-KaVLJQTiWEvdz8yJQHHkqJ';
  expect(told(`${ofAzure} is no image.`)).toContain('another id is no image.');
});

it('tells an id of another form that a request named by ours too', () => {
  expect(told('No response with id abc.', new Map([[OURS, 'abc']]))).toContain(OURS);
});

it('leaves an error without ids as it came', () => {
  const error = Buffer.from('{"error":{"message":"resp_ and file-size are no ids"}}');
  expect(withOurIds(error)).toBe(error);
});
