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
        fc.array(field, { maxLength: 4 }),
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
      fc.asyncProperty(fc.array(field, { maxLength: 4 }), bytes, async (fields, content) => {
        const file = ['file', new File([content], 'a.mp3')] as const;
        const form = await formOf([...fields, file, ['model', 'ours']]);
        const request = requestOf(form);
        const { texts } = request.promptTexts();
        const open = texts.flatMap(({ fixed }, number) => (fixed === undefined ? [number] : []));
        const other = request.withTexts(new Map(open.map((number) => [number, `text ${number}`])));
        let number = -1;
        const expected = partsOf(form.body, form.type).map((one) => {
          if (['file', 'model', 'language'].includes(String(one[0]))) return one;
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

  it('never gets a text in which its boundary stands', async () => {
    const form = await formOf([
      ['prompt', 'hello'],
      ['file', new File(['x'], 'a.mp3')],
    ]);
    const boundary = /boundary=(.*)$/.exec(form.type)?.[1];
    const forged = `--${boundary}\r\ncontent-disposition: form-data; name="model"\r\n\r\nx`;
    for (const text of [forged, `a\r\n${forged}`]) {
      expect(() => requestOf(form).withTexts(new Map([[0, text]]))).toThrow('holds its boundary');
      expect(() => requestOf(form).bodyFor(text)).toThrow('holds its boundary');
    }
  });
});
