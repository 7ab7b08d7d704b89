import { describe, expect, it } from 'vitest';
import { startStoring, vendorsIdOf } from '../../testing/storing-gateway.ts';

const FILE = 'file-6F2ksmvXxt4VdoqmHRw6kL';
const OTHER = 'resp_68af4030592c81938ec0a5fbab4a3e9f05438e46b5f69a3b';

describe('what a vendor calls what it keeps', () => {
  it('is not told in an error of a request that goes on from it', async () => {
    await using served = await startStoring();
    const id = await served.store('Hello');
    const raw = vendorsIdOf(1);
    const message = `Previous response with id '${raw}' not found, nor '${OTHER}' with ${FILE}.`;
    const error = { message, type: 'invalid_request_error', param: 'previous_response_id' };
    served.replyOnce(JSON.stringify({ error: { ...error, code: null } }), 400);
    const { status, text } = await served.ask('More', { previous_response_id: id });
    expect(status).toBe(400);
    expect(text).toContain(`'${id}' not found`);
    for (const one of [raw, OTHER, FILE]) expect(text).not.toContain(one);
  });

  it('is not told in an error to who asked for a stream', async () => {
    await using served = await startStoring();
    const id = await served.store('Hello');
    const raw = vendorsIdOf(1);
    const event = { type: 'error', code: 'server_error', message: `No ${raw}`, param: null };
    served.replyOnce(JSON.stringify({ error: event }), 400);
    const { text } = await served.ask('More', { previous_response_id: id, stream: true });
    expect(text).toContain(id);
    expect(text).not.toContain(raw);
  });

  it('is ours in the files that the items of a response name', async () => {
    await using served = await startStoring();
    const id = await served.store('Hello');
    const parts = [
      { type: 'input_file', file_id: FILE },
      { type: 'input_image', file_id: FILE, detail: 'auto' },
      { type: 'input_text', text: FILE },
    ];
    const data = [{ type: 'message', id: 'msg_1', role: 'user', content: parts }];
    served.replyOnce(JSON.stringify({ object: 'list', data, has_more: false }));
    const { status, text } = await served.get(`/responses/${id}/input_items`);
    expect(status).toBe(200);
    const told = JSON.parse(text) as { data: { content: { file_id?: string }[] }[] };
    const [file, image, words] = told.data[0]?.content ?? [];
    for (const part of [file, image]) {
      expect(part?.file_id).toMatch(/^file-/);
      expect(part?.file_id).not.toContain(FILE);
    }
    // What somebody wrote is no name.
    expect(words).toEqual(parts[2]);
  });

  it.each([
    ['a document', '', (text: string) => JSON.parse(text) as Answered],
    ['events', '?stream=true', (text: string) => lastOf(text)],
  ])('is ours in the files that the notes of %s name', async (_name, query, read) => {
    await using served = await startStoring();
    const id = await served.store('Hello');
    const annotations = [
      { type: 'file_citation', file_id: FILE, filename: 'a.pdf', index: 0 },
      { type: 'file_path', file_id: FILE, index: 0 },
      { type: 'url_citation', url: 'https://example.com', start_index: 0, end_index: 1 },
    ];
    served.replyOnce(JSON.stringify(answered({ annotations })));
    const { status, text } = await served.get(`/responses/${id}${query}`);
    expect([status, text.includes(FILE)]).toEqual([200, false]);
    const notes = read(text).output[0]?.content[0]?.annotations ?? [];
    expect(notes.map(({ type, file_id: file }) => [type, file?.slice(0, 5)])).toEqual([
      ['file_citation', 'file-'],
      ['file_path', 'file-'],
      ['url_citation', undefined],
    ]);
  });

  it('is made no id of ours where a client wrote it', async () => {
    await using served = await startStoring();
    const id = await served.store('Hello');
    const named = { type: 'input_file', file_id: FILE };
    const parameters = { type: 'object', default: named };
    const tools = [{ type: 'function', name: 'f', strict: false, parameters }];
    served.replyOnce(JSON.stringify({ ...answered({ annotations: [] }), tools }));
    const { text } = await served.get(`/responses/${id}`);
    expect(JSON.parse(text)).toMatchObject({ tools });
  });

  it('is not looked for in what is nested deeper than any answer', async () => {
    await using served = await startStoring();
    const id = await served.store('Hello');
    const part = `{"type":"input_file","file_id":"${FILE}","a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    for (const [path, body] of [
      ['', `{"id":"resp_1","output":[{"type":"message","content":[${part}]}]}`],
      ['/input_items', `{"object":"list","data":[{"type":"message","content":[${part}]}]}`],
    ] as const) {
      served.replyOnce(body);
      expect(await served.get(`/responses/${id}${path}`)).toMatchObject({
        ...{ status: 502, code: 'upstream_error' },
      });
    }
  });
});

interface Answered {
  readonly output: {
    content: { annotations: { type: string; file_id?: string }[] }[];
  }[];
}

/** A response that says one letter. */
const answered = (more: object) => ({
  ...{ id: vendorsIdOf(1), object: 'response', created_at: 1, status: 'completed', model: 'small' },
  output: [
    {
      ...{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' },
      content: [{ type: 'output_text', text: 'a', ...more }],
    },
  ],
});

/** The response with which a stream ends. */
function lastOf(stream: string): Answered {
  const data =
    stream
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/^data: /, '') ?? '';
  return (JSON.parse(data) as { response: Answered }).response;
}
