import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import OpenAI, { toFile } from 'openai';
import { describe, expect, it } from 'vitest';
import { clientOf } from '../../testing/clients.ts';
import { model } from '../../testing/fragments.ts';
import { guardrail } from '../../testing/guardrails.ts';
import { startStoring } from '../../testing/storing-gateway.ts';
import { waitFor } from '../../testing/wait-for.ts';

const prices = { input: '1000000', output: '10000000' };
const PRICED = {
  models: [model('small', 'up', { prices }), model('large', 'up'), model('other', 'sim')],
};
const ENDPOINT = '/v1/chat/completions';
const MESSAGES = '"messages":[{"role":"user","content":"Hello"}]';
/** `id`: as JSON. */
const lineOf = (id: string, members = MESSAGES): string =>
  `{"custom_id":${id},"method":"POST","url":"${ENDPOINT}","body":{"model":"small",${members}}}`;
const LINE = lineOf('"a"');
const LONG = 'x'.repeat(524_288);
const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
/** Ids, as JSON, that are none. */
const NO_IDS = [
  ['empty', '""'],
  ['half of a character', String.raw`"\ud800"`],
  ['half a megabyte long', `"${LONG}"`],
  ['the folder above', '".."'],
] as const;

type Served = Awaited<ReturnType<typeof startStoring>>;

async function upload(client: OpenAI, content = LINE): Promise<string> {
  const file = await toFile(Buffer.from(content), 'requests.jsonl');
  const headers = { 'x-aicp-model': 'small' };
  return (await client.files.create({ file, purpose: 'batch' }, { headers })).id;
}

const create = (client: OpenAI, file: string) =>
  client.batches.create({
    ...{ input_file_id: file, endpoint: ENDPOINT, completion_window: '24h' },
  });

/** Has the vendor take the file of a batch, and answer so to what comes after that. */
function afterFile(served: Served, replies: readonly string[]): void {
  const about = { id: 'file-twin1', bytes: LINE.length, purpose: 'batch' };
  for (const reply of [JSON.stringify(about), LINE, '{"id":"file-new"}', ...replies])
    served.replyOnce(reply);
}

const recordOf = (served: Served) =>
  waitFor(async () => {
    const records = await served.usage(1);
    return records.find((record) => record.model_served === 'small');
  });

const asked = (served: Served): string[] =>
  served.twin.received.map(({ method, path }) => `${method} ${path}`);

async function journalBytes({ gateway }: Served): Promise<number> {
  const directory = join(gateway.directory, 'journal');
  const texts = await Promise.all(
    (await readdir(directory)).map((name) => readFile(join(directory, name))),
  );
  return texts.reduce((sum, { length }) => sum + length, 0);
}

describe('a provider that answers wrong about batches', () => {
  it.each(NO_IDS)(
    'has begun none where the id of it is %s: its file is deleted',
    async (_, id) => {
      await using served = await startStoring({ more: PRICED });
      const client = clientOf(served.gateway);
      const file = await upload(client);
      const batch = `{"id":${id},"input_file_id":"file-new","status":"validating"}`;
      afterFile(served, [batch, `{"data":[${batch}]}`]);
      await expect(create(client, file)).rejects.toMatchObject({ status: 502 });
      expect(asked(served).at(-1)).toBe('DELETE /v1/files/file-new');
      expect(await journalBytes(served)).toBeLessThan(LONG.length);
    },
    60_000,
  );

  it.each(NO_IDS.slice(1))(
    'has none of its results where the id of their file is %s: it counts with what was likely',
    async (_, id) => {
      await using served = await startStoring({ more: PRICED });
      const client = clientOf(served.gateway);
      const batch = await create(client, await upload(client));
      const over = `"status":"completed","output_file_id":${id}`;
      for (let times = 0; times < 2; times += 1) served.replyOnce(`{${over}}`);
      expect(await recordOf(served)).toMatchObject({ source: 'estimate', completion: 'unknown' });
      const sent = served.twin.received.find(({ path }) => path === '/v1/batches');
      const { metadata } = JSON.parse(String(sent?.body)) as { metadata: object };
      served.replyOnce(`{"id":"batch_twin1","metadata":${JSON.stringify(metadata)},${over}}`);
      expect(await client.batches.retrieve(batch.id)).toMatchObject({ output_file_id: null });
    },
    60_000,
  );

  it('has begun one all the same that it tells of in a document nobody can write again', async () => {
    await using served = await startStoring({ more: PRICED });
    const client = clientOf(served.gateway);
    const file = await upload(client);
    const known = '"id":"batch_new","input_file_id":"file-new"';
    afterFile(served, [`{${known},"errors":${DEEP}}`, `{"data":[{${known}}]}`]);
    served.replyOnce('{"status":"failed"}');
    expect(await create(client, file)).toMatchObject({ input_file_id: file });
    expect(await recordOf(served)).toMatchObject({ completion: 'provider_failed' });
  }, 60_000);

  it.each(['-1e12', '1.5', '"1"'])(
    'is asked for no file that it says has %s bytes',
    async (bytes) => {
      await using served = await startStoring({
        more: { ...PRICED, guardrails: [guardrail('answers', { stages: ['output'] })] },
      });
      const client = clientOf(served.gateway);
      const file = await upload(client);
      served.replyOnce(`{"id":"file-twin1","bytes":${bytes},"purpose":"batch"}`);
      await expect(create(client, file)).rejects.toBeInstanceOf(OpenAI.APIError);
      served.replyOnce(`{"id":"file-twin1","bytes":${bytes},"purpose":"batch"}`);
      await expect(client.files.content(file)).rejects.toBeInstanceOf(OpenAI.APIError);
      expect(asked(served).filter((one) => one.endsWith('/content'))).toEqual([]);
    },
    60_000,
  );

  it('lists what is no batch and no file, and nobody is told of it', async () => {
    await using served = await startStoring({ more: PRICED });
    const client = clientOf(served.gateway);
    for (let accounts = 0; accounts < 2; accounts += 1) served.replyOnce('{"data":[null,1,"x"]}');
    expect((await client.batches.list()).data).toEqual([]);
    for (let accounts = 0; accounts < 2; accounts += 1) served.replyOnce('{"data":[null,1,"x"]}');
    expect((await client.files.list()).data).toEqual([]);
  }, 60_000);

  it.each(NO_IDS.slice(1))(
    'leaves no response in the background whose id is %s: it counts with what was likely',
    async (_, id) => {
      await using served = await startStoring({ more: PRICED });
      served.replyOnce(`{"id":${id},"status":"queued","output":[],"usage":null}`);
      expect((await served.ask('hi', { store: true, background: true })).status).toBe(200);
      expect(await recordOf(served)).toMatchObject({ source: 'estimate' });
      expect(await journalBytes(served)).toBeLessThan(LONG.length);
    },
    60_000,
  );
});

describe('a request of a batch', () => {
  it.each([
    ['nests deeper than it may', lineOf('"a"', `"messages":${DEEP}`)],
    ['has half of a character in its custom_id', lineOf(String.raw`"\ud800"`)],
    ['is to be stored', lineOf('"a"', `${MESSAGES},"store":true`)],
    ['has sources of data by another spelling', lineOf('"a"', `${MESSAGES},"dataSources":[]`)],
  ])(
    'that %s is refused, with its line',
    async (_, line) => {
      await using served = await startStoring({ more: PRICED });
      const client = clientOf(served.gateway);
      await expect(create(client, await upload(client, line))).rejects.toMatchObject({
        ...{ status: 400, message: expect.stringContaining('Line 1') as string },
      });
    },
    60_000,
  );
});
