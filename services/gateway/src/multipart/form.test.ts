import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormFault } from './form-fault.ts';
import { onlyPart, onlyText, readForm, type FormPart } from './read-form.ts';
import { writeForm } from './write-form.ts';

/** No lone surrogates, which no UTF-8 has; and no backslash or percent sign, which clients write differently. */
const word = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => text.isWellFormed() && !/[\\%\0]/.test(text));
const bytes = fc.uint8Array({ maxLength: 200 }).map((some) => Buffer.from(some));
const parts: fc.Arbitrary<FormPart[]> = fc.array(
  fc.record({
    name: word,
    filename: fc.constant('a.bin'),
    contentType: fc.constantFrom('text/plain', 'application/octet-stream'),
    content: bytes,
  }),
  { minLength: 1, maxLength: 6 },
);

/** The bytes and the type with which fetch sends a form. */
async function sentByFetch(form: FormData): Promise<{ body: Buffer; type: string }> {
  const response = new Response(form);
  const type = response.headers.get('content-type') ?? '';
  return { body: Buffer.from(await response.arrayBuffer()), type };
}

/** A form of lines, with the boundary `b`. */
const read = (...lines: string[]): FormPart[] =>
  readForm(Buffer.from(lines.join('\r\n')), 'multipart/form-data; boundary=b');
const HEAD = 'content-disposition: form-data; name="a"';

describe('a form', () => {
  it('is read as fetch writes it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(word, word, bytes), { maxLength: 5 }), async (told) => {
        const form = new FormData();
        for (const [name, text, content] of told) {
          form.append(name, text);
          form.append(name, new File([content], text));
        }
        const { body, type } = await sentByFetch(form);
        const normal = (text: string) => text.replaceAll(/\r\n|\r|\n/g, '\r\n');
        const expected = told.flatMap(([name, text, content]) => [
          [normal(name), undefined, Buffer.from(normal(text)).toString('hex')],
          [normal(name), text, content.toString('hex')],
        ]);
        if (told.length === 0) return;
        const found = readForm(body, type);
        expect(found.map((one) => [one.name, one.filename, one.content.toString('hex')])).toEqual(
          expected,
        );
      }),
      { numRuns: 50 },
    );
  });

  it('that is written is read by fetch as it was, and by ourselves', async () => {
    await fc.assert(
      fc.asyncProperty(parts, async (all) => {
        const { body, contentType } = writeForm(all, 'x1y2');
        expect(readForm(body, contentType)).toEqual(all);
        const headers = { 'content-type': contentType };
        // What reads forms in a browser, and small ones of ours alone.
        // eslint-disable-next-line @typescript-eslint/no-deprecated
        const form = await new Response(body, { headers }).formData();
        const seen = [...form].map(([, value]) => value as File);
        const contents = await Promise.all(seen.map((file) => file.arrayBuffer()));
        expect(contents.map((one) => Buffer.from(one).toString('hex'))).toEqual(
          all.map(({ content }) => content.toString('hex')),
        );
      }),
      { numRuns: 50 },
    );
  });

  it('gives its only part of a name, and its text', () => {
    const form = read('--b', HEAD, '', 'héllo', '--b--', '');
    expect(onlyText(form, 'a')).toBe('héllo');
    expect(onlyText(form, 'c')).toBeUndefined();
    const twice = read('--b', HEAD, '', '1', '--b', HEAD, '', '2', '--b--');
    expect(() => onlyPart(twice, 'a')).toThrow('more than one "a"');
    const file = read('--b', `${HEAD}; filename="x"`, '', '1', '--b--');
    expect(() => onlyText(file, 'a')).toThrow('and not a file');
  });

  it.each([
    ['does not begin with its boundary', ['preamble', '--b', HEAD, '', '1', '--b--']],
    ['breaks off', ['--b', HEAD, '', '1', '--']],
    ['breaks off', ['--b', HEAD, '', '1']],
    ['neither a line end nor --', ['--bc', HEAD, '', '1', '--b--']],
    ['Something stands behind', ['--b', HEAD, '', '1', '--b--', 'more']],
    ['has no name', ['--b', 'content-disposition: form-data', '', '1', '--b--']],
    ['has no name', ['--b', 'content-type: text/plain', '', '1', '--b--']],
    ['has no name', ['--b', `${HEAD}; name="c"`, '', '1', '--b--']],
    ['cannot be read', ['--b', HEAD, HEAD, '', '1', '--b--']],
    ['cannot be read', ['--b', HEAD, ' folded: 1', '', '1', '--b--']],
    ['no blank line', ['--b', HEAD, '1', '--b--']],
    ['not as base64', ['--b', HEAD, 'content-transfer-encoding: base64', '', '1', '--b--']],
  ])('that %s is refused', (words, lines) => {
    expect(() => read(...lines)).toThrow(words);
    expect(() => read(...lines)).toThrow(FormFault);
  });

  it.each([
    ['application/json', 'multipart/form-data'],
    [undefined, 'multipart/form-data'],
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=""', 'no boundary'],
    [`multipart/form-data; boundary=${'x'.repeat(71)}`, 'no boundary'],
    ['multipart/form-data; boundary=a; boundary=b', 'multipart/form-data'],
  ])('of the type %s is refused', (type, words) => {
    expect(() => readForm(Buffer.from('--b--'), type)).toThrow(words);
  });
});
