import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameEvent, nameResponse } from './name-ids.ts';
import { nameFiles } from './name-files.ts';

const ours = (id: string): string => `file-ours-of-${id}`;
const NAMING = { answer: () => 'resp_a', previous: () => 'resp_b', file: ours };

const cited = (id: string) => ({ type: 'file_citation', file_id: id, filename: 'a.pdf', index: 1 });
const path = (id: string) => ({ file_id: id, index: 0, type: 'file_path' });
const part = (...annotations: object[]) => ({ type: 'output_text', text: 'a', annotations });
const item = (...content: object[]) => ({ type: 'message', id: 'msg_1', content });
const written = (value: object): Buffer => Buffer.from(JSON.stringify(value));
const inEvent = (event: object): unknown =>
  JSON.parse(nameEvent(written(event), NAMING).toString());

/** What names no file that a client left, though it looks like it. */
const OTHERS = [
  { type: 'url_citation', url: 'https://example.com', file_id: 'file-1' },
  { type: 'container_file_citation', container_id: 'cntr_1', file_id: 'cfile_1' },
  { type: 'file_citation', file_id: null },
  { type: 'file_citation', file_id: { file_id: 'file-1' } },
  { type: 'novel', file_id: 'file-1' },
  'file-1',
  null,
];

describe('a response with our ids of files', () => {
  it('has them in parts and in notes alone, and all other bytes as they were', () => {
    const text = (id: string) =>
      `{ "id":"r","output":[{"content":[{"annotations":[ {"file_id" : "${id}","type":"file_path","x":1.0}],"n":12345678901234567890}]}], "x":[{"type":"file_path","file_id":"file-1"}]}`;
    expect(nameResponse(Buffer.from(text('file-1')), NAMING).toString()).toBe(
      text('file-ours-of-file-1').replace('"r"', '"resp_a"'),
    );
    const picture = { type: 'input_image', file_id: 'file-1', detail: 'auto' };
    const shot = { type: 'computer_screenshot', file_id: 'file-2' };
    const output = [item(picture), { type: 'computer_call_output', output: shot }];
    expect(JSON.parse(nameResponse(written({ output }), NAMING).toString())).toEqual({
      output: [
        item({ ...picture, file_id: ours('file-1') }),
        { type: 'computer_call_output', output: { ...shot, file_id: ours('file-2') } },
      ],
    });
  });

  it('leaves what a client wrote, and what names no file, as they are', () => {
    const parameters = { type: 'object', default: cited('file-1') };
    const same = {
      output: [item(part(...(OTHERS as object[]))), { content: OTHERS }, ...OTHERS],
      tools: [{ type: 'function', name: 'f', parameters, annotations: [cited('file-1')] }],
      text: { format: { schema: { content: [part(cited('file-1'))] } } },
      metadata: path('file-1'),
    };
    expect(nameResponse(written(same), NAMING).equals(written(same))).toBe(true);
    for (const type of ['response.odd', 'response.output_text.delta']) {
      const event = { ...path('file-1'), type, delta: cited('a'), tools: [cited('a')] };
      expect(inEvent(event)).toEqual(event);
    }
  });

  it('has none where nobody is to name files', () => {
    const response = { output: [item(part(cited('file-1')))] };
    const { file: _, ...idsAlone } = NAMING;
    expect(nameResponse(written(response), idsAlone).equals(written(response))).toBe(true);
  });

  it('is told so in each event that has notes', () => {
    const of = (id: string) => [
      {
        type: 'response.output_text.annotation.added',
        item_id: 'msg_1',
        annotation: cited(id),
      },
      { type: 'response.content_part.done', part: part(cited(id), path(id)) },
      { type: 'response.output_item.done', item: item(part(path(id))) },
      { type: 'response.completed', response: { output: [item(part(cited(id)))] } },
    ];
    expect(of('file-1').map(inEvent)).toEqual(of(ours('file-1')));
  });

  it('names every file of every note, whatever stands beside', () => {
    const note = fc.oneof(fc.string().map(cited), fc.string().map(path));
    const notes = fc.array(note, { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.tuple(notes, fc.jsonValue())), (parts) => {
        const output = (name: (id: string) => string) => [
          item(
            ...parts.map(([told, beside]) => ({
              ...part(...told.map((one) => ({ ...one, file_id: name(one.file_id) }))),
              beside,
            })),
          ),
        ];
        for (const list of ['output', 'data']) {
          const named = nameFiles(written({ [list]: output((id) => id) }), ours);
          expect(named.equals(written({ [list]: output(ours) }))).toBe(true);
        }
      }),
    );
  });

  it('is as it was where it is no object', () => {
    for (const text of ['[{"type":"file_path","file_id":"a"}]', '1', '', '{"output":1}', '{"data'])
      expect(nameFiles(Buffer.from(text), ours).toString()).toBe(text);
  });
});
