import type OpenAI from 'openai';
import { toFile } from 'openai';
import { describe, expect, it } from 'vitest';
import { startAzure } from '../../testing/azure-gateway.ts';
import { waitFor } from '../../testing/wait-for.ts';

const CHATS = '/v1/chat/completions';

const lineOf = (id: string, url = CHATS, body: object = {}): string =>
  JSON.stringify({
    ...{ custom_id: id, method: 'POST', url },
    body: { model: 'gpt', messages: [{ role: 'user', content: `Hello ${id}` }], ...body },
  });

async function begin(client: OpenAI, lines: readonly string[], endpoint = CHATS) {
  const file = await toFile(Buffer.from(lines.join('\n')), 'requests.jsonl');
  const { id } = await client.files.create({ file, purpose: 'batch' });
  return await client.batches.create({
    ...{ input_file_id: id, endpoint: endpoint as typeof CHATS, completion_window: '24h' },
    metadata: { project: 'x' },
  });
}

const UNDER_WAY = ['validating', 'in_progress', 'finalizing', 'cancelling'];

/** Reads a batch until it is over. */
const ended = (client: OpenAI, id: string): Promise<OpenAI.Batches.Batch> =>
  waitFor(async () => {
    const batch = await client.batches.retrieve(id);
    return UNDER_WAY.includes(batch.status) ? undefined : batch;
  });

interface Line {
  readonly custom_id: string;
  readonly response: { readonly body: OpenAI.ChatCompletion };
}

async function linesIn(client: OpenAI, file: string | null | undefined): Promise<Line[]> {
  const text = await (await client.files.content(file ?? '')).text();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

const costOf = ({ response: { body } }: Line): number =>
  (body.usage?.prompt_tokens ?? NaN) + 10 * (body.usage?.completion_tokens ?? NaN);

const sumOf = (costs: readonly (number | null | undefined)[]): number =>
  costs.reduce<number>((sum, cost) => sum + (cost ?? NaN), 0);

describe.each([
  ['in version 1', undefined, '/openai/v1', CHATS],
  ['by a date', '2024-10-21', '/openai', '/chat/completions'],
])('a batch at Azure, %s', (_, apiVersion, base, url) => {
  it('is done, its results are read, and each request costs what Azure counted', async () => {
    await using azure = await startAzure(apiVersion);
    const client = azure.clientOf();
    const made = await begin(client, [lineOf('a'), lineOf('b')]);
    expect(made).toMatchObject({ status: 'validating', metadata: { project: 'x' } });
    const done = await ended(client, made.id);
    expect(done).toMatchObject({ id: made.id, status: 'completed' });
    const lines = await linesIn(client, done.output_file_id);
    expect(lines.map(({ custom_id }) => custom_id)).toEqual(['a', 'b']);
    expect(lines[1]?.response.body.choices[0]?.message.content).toBe('You said: Hello b');
    expect(await linesIn(client, done.error_file_id)).toEqual([]);
    const records = await azure.records(3);
    const paid = records.filter(({ cost_nano_usd: cost }) => cost !== 0);
    expect(paid.map(({ cost_nano_usd }) => cost_nano_usd).sort()).toEqual(lines.map(costOf).sort());
    expect(paid).toMatchObject([{ source: 'provider' }, { source: 'provider' }]);
    expect(new Set(records.map(({ request_id }) => request_id)).size).toBe(1);
    const asked = azure.twin.received.find(({ path }) => path === `${base}/batches`);
    expect(JSON.parse(String(asked?.body))).toMatchObject({ endpoint: url });
    const sent = azure.twin.received.filter(
      ({ method, path }) => method === 'POST' && path === `${base}/files`,
    );
    expect(sent.at(-1)?.body.toString()).toContain(`"url":"${url}","body":{"model":"deployed"`);
  }, 60_000);

  it('is listed for its team, and is there for nobody else', async () => {
    await using azure = await startAzure(apiVersion);
    const client = azure.clientOf();
    const made = await begin(client, [lineOf('a')]);
    const { id, output_file_id: output } = await ended(client, made.id);
    expect((await client.batches.list()).data).toMatchObject([{ id, status: 'completed' }]);
    // Once it is settled, nobody but the strangers asks for it.
    await azure.records(2);
    const before = azure.twin.received.length;
    for (const stranger of ['carol', 'dave']) {
      const other = azure.clientOf(stranger);
      await expect(other.batches.retrieve(id)).rejects.toMatchObject({ status: 404 });
      await expect(other.batches.cancel(id)).rejects.toMatchObject({ status: 404 });
      await expect(other.files.content(output ?? '')).rejects.toMatchObject({ status: 404 });
      await expect(
        other.batches.create({
          ...{ input_file_id: made.input_file_id, endpoint: CHATS, completion_window: '24h' },
        }),
      ).rejects.toMatchObject({ status: 404 });
    }
    const asked = azure.twin.received.slice(before).map(({ path }) => path);
    expect(asked.filter((path) => /\/(?:batches|files)\/./.test(path))).toEqual([]);
    for (const stranger of ['carol', 'dave'])
      expect((await azure.clientOf(stranger).batches.list()).data).toEqual([]);
  }, 60_000);

  it('that is cancelled costs what was done', async () => {
    await using azure = await startAzure(apiVersion);
    const client = azure.clientOf();
    const { id } = await begin(client, [lineOf('a'), lineOf('b'), lineOf('c')]);
    expect(await client.batches.cancel(id)).toMatchObject({ id, status: 'cancelling' });
    const done = await ended(client, id);
    expect(done.status).toBe('cancelled');
    const lines = await linesIn(client, done.output_file_id);
    expect(lines).toHaveLength(2);
    const records = await azure.records(4);
    expect(sumOf(records.map(({ cost_nano_usd }) => cost_nano_usd))).toBe(sumOf(lines.map(costOf)));
    expect(records.filter(({ completion }) => completion === 'client_gone')).toHaveLength(2);
  }, 60_000);
});

it.each([undefined, '2025-04-01-preview'])(
  'a batch of responses at Azure is done, asked by version %s',
  async (version) => {
    await using azure = await startAzure(version);
    const client = azure.clientOf();
    const body = { messages: undefined, input: 'Hello a' };
    const { id } = await begin(client, [lineOf('a', '/v1/responses', body)], '/v1/responses');
    const done = await ended(client, id);
    expect(done).toMatchObject({ status: 'completed', request_counts: { completed: 1 } });
    const text = await (await client.files.content(done.output_file_id ?? '')).text();
    expect(text).toContain('You said: Hello a');
    const records = await azure.records(2);
    expect(records.map(({ source }) => source)).toContain('provider');
  },
  60_000,
);

describe("a batch as Azure's documents write it", () => {
  it.each([
    ['/chat/completions', '/chat/completions'],
    ['/chat/completions', CHATS],
    [CHATS, '/chat/completions'],
  ])(
    'of %s with lines of %s is taken, whichever way Azure is asked',
    async (endpoint, url) => {
      for (const version of [undefined, '2025-04-01-preview']) {
        await using azure = await startAzure(version);
        const client = azure.clientOf();
        const { id } = await begin(client, [lineOf('a', url)], endpoint);
        expect(await ended(client, id)).toMatchObject({ status: 'completed' });
      }
    },
    60_000,
  );
});
