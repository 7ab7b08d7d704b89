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
});
