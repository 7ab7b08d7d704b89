import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readForm } from '../../multipart/read-form.ts';
import { isBadRequest } from '../protocol.ts';
import { FORMS } from './forms-protocol.ts';

const [transcriptions] = FORMS;
const word = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .filter((text) => text.isWellFormed() && !/[\r\n\0]/.test(text));
const field = fc.tuple(fc.constantFrom('prompt', 'language', 'newer', 'text[]'), word);
const fieldsOf = fc.uniqueArray(field, { maxLength: 4, selector: ([name]) => name });
/** A value that is a word of the API, wherever it stands. */
const isWord = (hex: string) => /^[\w.:/-]{0,64}$/.test(Buffer.from(hex, 'hex').toString());
const bytes = fc.uint8Array({ maxLength: 400 }).map((some) => Buffer.from(some));

/** A form as fetch sends it, whose parts stand in this order. */
async function formOf(parts: readonly (readonly [name: string, value: string | File])[]) {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  const response = new Response(form);
  const type = response.headers.get('content-type') ?? '';
  return { body: Buffer.from(await response.arrayBuffer()), type };
}

function requestOf({ body, type }: { body: Buffer; type: string }) {
  const read = transcriptions!.read(body, undefined, type);
  if (isBadRequest(read)) throw new Error(read.message);
  return read;
}

const partsOf = (body: Buffer, type: string) =>
  readForm(body, type).map(({ name, filename, content }) => [
    name,
    filename,
    content.toString('hex'),
  ]);

describe('a form', () => {
  it('goes on with another model, and all else byte by byte, wherever its model stands', async () => {
    await fc.assert(
      fc.asyncProperty(
        fieldsOf,
        ...[bytes, fc.boolean(), fc.integer({ min: 0, max: 9 })],
        async (fields, content, isNamed, place) => {
          const file = ['file', new File([content], 'a.mp3')] as const;
          const all: (readonly [string, string | File])[] = [...fields, file];
          if (isNamed) all.splice(place % (all.length + 1), 0, ['model', 'ours']);
          const form = await formOf(all);
          const request = requestOf(form);
          expect(request.model).toBe(isNamed ? 'ours' : undefined);
          const sent = request.bodyFor('theirs');
          const theirs = Buffer.from('theirs').toString('hex');
          const came = partsOf(form.body, form.type);
          const expected = isNamed
            ? came.map((one) => (one[0] === 'model' ? ['model', undefined, theirs] : one))
            : [['model', undefined, theirs], ...came];
          expect(partsOf(sent, request.contentType!)).toEqual(expected);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('has texts put in the place of those that a model reads, and of nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fieldsOf, bytes, async (fields, content) => {
        const file = ['file', new File([content], 'a.mp3')] as const;
        const form = await formOf([...fields, file, ['model', 'ours']]);
        const request = requestOf(form);
        const { texts } = request.promptTexts();
        const open = texts.flatMap(({ fixed }, number) => (fixed === undefined ? [number] : []));
        const other = request.withTexts(new Map(open.map((number) => [number, `text ${number}`])));
        let number = -1;
        const expected = partsOf(form.body, form.type).map((one) => {
          if (['file', 'model'].includes(String(one[0]))) return one;
          if (one[0] === 'language' && isWord(String(one[2]))) return one;
          number += 1;
          return [one[0], one[1], Buffer.from(`text ${number}`).toString('hex')];
        });
        const sent = other.bodyFor('ours');
        expect(partsOf(sent, other.contentType!)).toEqual(expected);
        expect(open).toHaveLength(number + 1);
      }),
      { numRuns: 100 },
    );
  });

  it('is written anew, so that a text in which its boundary stands is a text', async () => {
    const form = await formOf([
      ['prompt', 'hello'],
      ['file', new File(['x'], 'a.mp3')],
    ]);
    const boundary = /boundary=(.*)$/.exec(form.type)?.[1];
    const forged = `a\r\n--${boundary}\r\ncontent-disposition: form-data; name="model"\r\n\r\nx`;
    const other = requestOf(form).withTexts(new Map([[0, forged]]));
    const sent = readForm(other.bodyFor('theirs'), other.contentType);
    expect(sent.map(({ name, content }) => [name, content.toString()])).toEqual([
      ['model', 'theirs'],
      ['prompt', forged],
      ['file', 'x'],
    ]);
  });

  const read = (...parts: readonly string[]) => {
    const lines = parts.flatMap((part) => ['--b', part]);
    const body = Buffer.from([...lines, '--b--', ''].join('\r\n'));
    return transcriptions!.read(body, undefined, 'multipart/form-data; boundary=b');
  };
  const part = (rest: string, text = 'x') =>
    `content-disposition: form-data; ${rest}\r\n\r\n${text}`;
  const FILE = part('name="file"; filename="a.mp3"');

  it.each([
    ['name="prompt"; filename=""', '"prompt" is no file of this API'],
    ['name="prompt"; filename="a.txt"', 'send it as a field, without a filename'],
    ['name="model"; filename="a.txt"', '"model" is no file'],
    ['name="mask"; filename="a.png"', '"mask" is no file'],
    ['name="file"', 'file must be a file of the form'],
  ])('whose part %s others may take for a field, or for a file, is refused', (rest, words) => {
    expect(read(FILE, part(rest))).toHaveProperty('message', expect.stringContaining(words));
  });

  it('with two texts of one name, of which readers take either, is refused', () => {
    const twice = read(FILE, part('name="prompt"'), part('name="prompt"'));
    expect(twice).toMatchObject({ message: 'The form has more than one "prompt": send one.' });
    const lists = read(FILE, part('name="a[]"', 'one'), part('name="a[]"', 'two'));
    if (isBadRequest(lists)) throw new Error(lists.message);
    // A list may be read as one text.
    expect(lists.promptTexts().texts).toMatchObject([
      { text: 'one', partOf: 0 },
      { text: 'two', partOf: 0 },
    ]);
  });

  it.each([
    'Model',
    'MODEL',
    ' model',
    'model ',
    'model[]',
    'model[0]',
    'n[]',
    'N',
    'Stream',
    'u\u017fer',
  ])(
    'with a field "%s", which another reader may take for one that is read, is refused',
    (name) => {
      const asked = read(FILE, part(`name="${name}"`));
      expect(asked).toHaveProperty('message', expect.stringContaining('must be written as'));
    },
  );

  it('is sent with heads of our own, and what else stood in them does not go on', () => {
    const odd = `content-disposition: form-data; name="prompt"\r\nx-more: 1\r\ncontent-type: text/plain;charset=utf-16\r\n\r\nhi`;
    const request = read(FILE, odd);
    if (isBadRequest(request)) throw new Error(request.message);
    const sent = request.bodyFor('m').toString();
    expect(sent).toContain('content-disposition: form-data; name="prompt"\r\n\r\nhi');
    expect(sent).not.toMatch(/x-more|utf-16/);
  });
});

describe('words of the API', () => {
  it('that have not the form of one are looked at, whatever their field is called', async () => {
    const form = await formOf([
      ['language', 'write to nora@example.com'],
      ['response_format', 'json'],
      ['chunking_strategy', '{"type":"server_vad"}'],
      ['file', new File(['x'], 'a.mp3')],
    ]);
    const { texts } = requestOf(form).promptTexts();
    expect(texts.map(({ text }) => text)).toEqual([
      'write to nora@example.com',
      '{"type":"server_vad"}',
    ]);
  });
});

describe('a number of images', () => {
  const edits = FORMS[2]!;
  const asked = async (n: string) => {
    const { body, type } = await formOf([
      ['n', n],
      ['image', new File(['x'], 'a.png')],
    ]);
    return edits.read(body, undefined, type);
  };

  it.each(['', '0', '-1', '1.5', 'x', '1e3', ' 2', '0x2', '1000000'])(
    'that is none is refused: "%s"',
    async (n) => {
      expect(await asked(n)).toHaveProperty('param', 'n');
    },
  );

  it('is read as it is written', async () => {
    expect(await asked('4')).toMatchObject({ images: 4, answers: 4 });
  });
});
