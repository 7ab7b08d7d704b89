import OpenAI, { AzureOpenAI, toFile } from 'openai';
import { describe, expect, it } from 'vitest';
import { AZURE_KEY, startAzureTwin } from './start-azure-twin.ts';

type ClientOf = (origin: string) => OpenAI;

const clientOfDate: ClientOf = (endpoint) =>
  new AzureOpenAI({ endpoint, apiKey: AZURE_KEY, apiVersion: '2024-10-21', maxRetries: 0 });
const clientOfVersion1: ClientOf = (origin) =>
  new OpenAI({
    ...{ baseURL: `${origin}/openai/v1`, apiKey: 'unused', maxRetries: 0 },
    defaultHeaders: { 'api-key': AZURE_KEY },
  });

const lineOf = (id: string, url: string): string =>
  JSON.stringify({
    ...{ custom_id: id, method: 'POST', url },
    body: { model: 'deployed', messages: [{ role: 'user', content: `Say ${id}` }] },
  });

/** Uploads a file and waits until it is processed. */
async function upload({ files }: OpenAI, lines: readonly string[]): Promise<string> {
  const file = await toFile(Buffer.from(lines.join('\n')), 'a.jsonl');
  const { id } = await files.create({ file, purpose: 'batch' });
  expect(await files.retrieve(id)).toMatchObject({ status: 'pending' });
  expect(await files.retrieve(id)).toMatchObject({ status: 'processed' });
  return id;
}

/** As Azure's documents ask for one. */
const asked = (id: string, endpoint = '/chat/completions') => ({
  ...{ input_file_id: id, completion_window: '24h' as const },
  endpoint: endpoint as '/v1/chat/completions',
});

describe.each([
  ['by a date', clientOfDate, '/chat/completions', '/v1/chat/completions'],
  ['in version 1', clientOfVersion1, '/v1/chat/completions', '/chat/completions'],
] as const)('a batch at the twin of Azure, %s', (_, clientOf, url, otherUrl) => {
  it('is done once its file is processed, and has an empty file of errors', async () => {
    await using twin = await startAzureTwin();
    const client = clientOf(twin.origin);
    const file = await upload(client, [lineOf('a', url), lineOf('b', url)]);
    const { id, ...made } = await client.batches.create(asked(file));
    expect(made).toMatchObject({ status: 'validating', endpoint: '/chat/completions' });
    expect(made.output_file_id).toBe('');
    await client.batches.retrieve(id);
    const done = await client.batches.retrieve(id);
    expect(done).toMatchObject({ status: 'completed', request_counts: { completed: 2 } });
    const contentOf = async (of: string | undefined) =>
      (await client.files.content(of ?? '')).text();
    expect(await contentOf(done.output_file_id)).toContain('You said: Say b');
    expect(await contentOf(done.output_file_id)).toContain('prompt_filter_results');
    expect(await contentOf(done.error_file_id)).toBe('');
    expect((await client.batches.list()).data).toMatchObject([{ id }]);
  });

  it('is refused of a file that is not processed, or is not there', async () => {
    await using twin = await startAzureTwin();
    const { files, batches } = clientOf(twin.origin);
    const file = await toFile(Buffer.from(lineOf('a', url)), 'a.jsonl');
    const kept = await files.create({ file, purpose: 'batch' });
    await expect(batches.create(asked(kept.id))).rejects.toMatchObject({
      ...{ status: 400, code: 'invalidPayload' },
    });
    await expect(batches.create(asked('file-none'))).rejects.toMatchObject({
      ...{ status: 404, code: 'notFound' },
    });
    await expect(batches.retrieve('batch_none')).rejects.toMatchObject({ status: 404 });
  });

  it('fails where its lines are of another endpoint', async () => {
    await using twin = await startAzureTwin();
    const client = clientOf(twin.origin);
    const file = await upload(client, [lineOf('a', otherUrl)]);
    const { id } = await client.batches.create(asked(file));
    expect(await client.batches.retrieve(id)).toMatchObject({
      ...{ status: 'failed', errors: { data: [{ code: 'url_mismatch', line: 1 }] } },
    });
    await expect(client.batches.create(asked(file, '/v1/audio'))).rejects.toThrow('400');
  });

  it('is cancelling before it is cancelled', async () => {
    await using twin = await startAzureTwin();
    const client = clientOf(twin.origin);
    const file = await upload(client, [lineOf('a', url), lineOf('b', url)]);
    const { id } = await client.batches.create(asked(file));
    expect(await client.batches.cancel(id)).toMatchObject({ status: 'cancelling' });
    const done = await client.batches.retrieve(id);
    expect(done).toMatchObject({ status: 'cancelled', request_counts: { completed: 1 } });
    await expect(client.batches.cancel(id)).rejects.toMatchObject({ status: 409 });
  });
});

it('files and batches of the twin of Azure need a key, and at their old address a version', async () => {
  await using twin = await startAzureTwin();
  const get = async (path: string, headers: Record<string, string> = { 'api-key': AZURE_KEY }) =>
    (await fetch(`${twin.origin}/openai/${path}`, { headers })).status;
  for (const thing of ['files', 'batches']) {
    expect(await get(`v1/${thing}`)).toBe(200);
    expect(await get(`v1/${thing}`, { authorization: `Bearer ${AZURE_KEY}` })).toBe(401);
    expect(await get(`${thing}?api-version=2024-10-21`)).toBe(200);
    expect(await get(`${thing}?api-version=2024-10-21`, {})).toBe(401);
    expect(await get(thing)).toBe(404);
  }
});
