import OpenAI, { toFile } from 'openai';
import { expect, it } from 'vitest';
import { startOpenAiTwin } from '../openai-twin.ts';

const ENDPOINT = '/v1/chat/completions';

const lineOf = (id: string, members: object = {}): string =>
  JSON.stringify({
    ...{ custom_id: id, method: 'POST', url: ENDPOINT },
    body: { model: 'twin', messages: [{ role: 'user', content: `Say ${id}` }] },
    ...members,
  });

async function begin(origin: string, lines: readonly string[], twin?: string) {
  const client = new OpenAI({ baseURL: `${origin}/v1`, apiKey: 'k', maxRetries: 0 });
  const file = await toFile(Buffer.from(lines.join('\n')), 'a.jsonl');
  const { id } = await client.files.create({ file, purpose: 'batch' });
  const batch = await client.batches.create({
    ...{ input_file_id: id, endpoint: ENDPOINT, completion_window: '24h' },
    ...(twin === undefined ? {} : { metadata: { twin } }),
  });
  const read = async (fileId: string | null | undefined) => {
    const text = await (await client.files.content(fileId ?? '')).text();
    const told = text.trimEnd().split('\n');
    return told.map((line) => JSON.parse(line) as { custom_id: string; response: unknown });
  };
  return { client, batch, read };
}

it('OpenAI’s own client has the twin do a batch, and reads what came of each request', async () => {
  await using twin = await startOpenAiTwin();
  const { client, batch, read } = await begin(twin.origin, [lineOf('a'), lineOf('b')]);
  expect(batch).toMatchObject({ object: 'batch', status: 'validating', endpoint: ENDPOINT });
  expect(await client.batches.retrieve(batch.id)).toMatchObject({ status: 'in_progress' });
  const done = await client.batches.retrieve(batch.id);
  expect(done).toMatchObject({
    ...{ status: 'completed', error_file_id: null },
    request_counts: { total: 2, completed: 2, failed: 0 },
  });
  const answers = await read(done.output_file_id);
  expect(answers.map(({ custom_id }) => custom_id)).toEqual(['a', 'b']);
  expect(answers[0]).toMatchObject({
    response: { status_code: 200, body: { object: 'chat.completion' } },
  });
  const ids: string[] = [];
  for await (const one of client.batches.list({ limit: 1 })) ids.push(one.id);
  expect(ids).toEqual([batch.id]);
  await expect(client.batches.cancel(batch.id)).rejects.toMatchObject({ status: 409 });
});

it('has done a half of a batch that is cancelled or expires, and says so of the rest', async () => {
  await using twin = await startOpenAiTwin({ batchPolls: 1 });
  const lines = [lineOf('a'), lineOf('b'), lineOf('c')];
  const first = await begin(twin.origin, lines);
  const cancelled = await first.client.batches.cancel(first.batch.id);
  const second = await begin(twin.origin, lines, 'expire');
  const expired = await second.client.batches.retrieve(second.batch.id);
  for (const [one, status] of [
    [cancelled, 'cancelled'],
    [expired, 'expired'],
  ] as const) {
    expect(one).toMatchObject({ status, request_counts: { total: 3, completed: 2, failed: 1 } });
    expect((await first.read(one.output_file_id)).map(({ custom_id }) => custom_id)).toEqual([
      'a',
      'b',
    ]);
    expect(await first.read(one.error_file_id)).toMatchObject([
      { custom_id: 'c', response: null, error: { code: `batch_${status}` } },
    ]);
  }
});

it.each([
  ['duplicate_custom_id', [lineOf('a'), lineOf('a')]],
  ['mismatched_url', [lineOf('a', { url: '/v1/embeddings' })]],
  ['invalid_json_line', ['no JSON']],
  ['mismatched_model', [lineOf('a'), lineOf('b', { body: { model: 'other' } })]],
])('fails a batch with %s once it has looked at the file', async (code, lines) => {
  await using twin = await startOpenAiTwin();
  const { client, batch } = await begin(twin.origin, lines);
  expect(await client.batches.retrieve(batch.id)).toMatchObject({
    ...{ status: 'failed', output_file_id: null },
    errors: { data: [expect.objectContaining({ code })] },
  });
});

it('has an answer that failed in the file of errors, with its status', async () => {
  await using twin = await startOpenAiTwin({ batchPolls: 1 });
  const { client, batch, read } = await begin(twin.origin, [
    lineOf('a', { body: { model: 'twin', messages: [] } }),
  ]);
  const { output_file_id: output, error_file_id: errors } = await client.batches.retrieve(batch.id);
  expect(output).toBeNull();
  expect(await read(errors)).toMatchObject([{ custom_id: 'a', response: { status_code: 400 } }]);
});

it('refuses a body that is no JSON object', async () => {
  await using twin = await startOpenAiTwin();
  for (const body of ['{"endpoint":', '[]']) {
    const headers = { authorization: 'Bearer k' };
    const response = await fetch(`${twin.origin}/v1/batches`, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
  }
});
