import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { askedIn } from './asked.ts';
import { AskedBefore } from './asked-before.ts';

const text = fc.constantFrom(
  '"hi"',
  '"h\\u0069"',
  '[{"type":"text","text":"hi"}]',
  '[{"type":"image_url"}]',
);
const member = fc.oneof(
  text.map((content) => `"messages":[{"role":"user","content":${content}}]`),
  fc.constantFrom(
    '"temperature":0.5',
    '"temperature":5e-1',
    '"temperature":"x"',
    '"n":2',
    '"store":true',
  ),
  fc.constantFrom('"stream":true', '"user":"a"', '"model":"m"', '"seed":1', '"seed":1e400'),
);
const bodies = fc
  .array(fc.array(member, { maxLength: 4 }), { minLength: 1, maxLength: 12 })
  .map((all) => all.map((members) => Buffer.from(`{${members.join()}}`)));

const told = (asked: ReturnType<typeof askedIn>) =>
  'reason' in asked ? asked : { ...asked, alike: asked.alike() };

it('answers of bytes that came before what they say, and of no others', () => {
  fc.assert(
    fc.property(bodies, fc.array(fc.nat(11), { maxLength: 30 }), (all, order) => {
      const before = new AskedBefore();
      for (const place of order) {
        const body = all[place % all.length] ?? Buffer.alloc(0);
        expect(told(before.of(Buffer.from(body), 'team'))).toEqual(told(askedIn(body)));
      }
    }),
  );
});

it('reads what others asked anew', () => {
  const before = new AskedBefore();
  const body = Buffer.from('{"messages":[{"content":"hi"}]}');
  const read = vi.spyOn(JSON, 'parse');
  const first = told(before.of(body, 'one'));
  read.mockClear();
  before.of(body, 'one');
  expect(read).not.toHaveBeenCalled();
  const other = before.of(body, 'other');
  expect(read).toHaveBeenCalledOnce();
  expect(told(other)).toEqual(first);
  read.mockRestore();
});

it('keeps nothing of what was asked but digests', () => {
  const asked = askedIn(Buffer.from('{"messages":[{"content":"a secret wish"}]}'));
  expect(JSON.stringify(asked)).not.toContain('secret');
  expect('canonical' in asked && asked.canonical).toMatch(/^[0-9a-f]{64}$/);
});
