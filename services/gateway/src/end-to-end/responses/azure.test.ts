import type OpenAI from 'openai';
import { toFile } from 'openai';
import { describe, expect, it } from 'vitest';
import { startAzure } from '../../testing/azure-gateway.ts';
import { collect } from '../../testing/journal-lines.ts';
import { waitFor } from '../../testing/wait-for.ts';

type Azure = Awaited<ReturnType<typeof startAzure>>;

const asked = { model: 'gpt', input: 'Hello' };

/** What Azure was asked last. */
const lastOf = ({ twin }: Azure) => {
  const { path, query, body } = twin.received.at(-1)!;
  return { path, version: query.get('api-version'), body: JSON.parse(String(body)) as object };
};

const costOf = ({ usage }: OpenAI.Responses.Response): number =>
  (usage?.input_tokens ?? NaN) + 10 * (usage?.output_tokens ?? NaN);

describe.each([
  ['in version 1', undefined, '/openai/v1/responses', null],
  ['in its preview', 'preview', '/openai/v1/responses', 'preview'],
  ['by a date', '2025-03-01-preview', '/openai/responses', '2025-03-01-preview'],
])('a response at Azure, %s', (_, apiVersion, path, version) => {
  it('is asked for as its client wrote it, and costs what Azure counted', async () => {
    await using azure = await startAzure(apiVersion);
    const tools = [{ type: 'custom' as const, name: 'run' }];
    const answer = await azure.clientOf().responses.create({ ...asked, tools });
    expect(answer).toMatchObject({ output_text: 'You said: Hello', model: 'deployed' });
    expect(lastOf(azure)).toEqual({
      ...{ path, version },
      body: { model: 'deployed', input: 'Hello', tools, store: false },
    });
    expect(await azure.records(1)).toMatchObject([
      { source: 'provider', cost_nano_usd: costOf(answer) },
    ]);
  });

  it('comes as a stream, with what filters found, and is counted', async () => {
    await using azure = await startAzure(apiVersion);
    const stream = azure.clientOf().responses.stream(asked);
    const answer = await stream.finalResponse();
    expect(answer).toMatchObject({
      ...{ output_text: 'You said: Hello', content_filters: [{ blocked: false }, {}] },
    });
    expect(await azure.records(1)).toMatchObject([
      { source: 'provider', cost_nano_usd: costOf(answer) },
    ]);
  });

  it('that is stored is gone on from, read and deleted by an id of ours', async () => {
    await using azure = await startAzure(apiVersion);
    const { responses } = azure.clientOf();
    const events = await collect(await responses.create({ ...asked, store: true, stream: true }));
    const ids = events.flatMap((event) => ('response' in event ? [event.response.id] : []));
    const [id = ''] = ids;
    expect(new Set(ids)).toEqual(new Set([id]));
    const next = await responses.create({ ...asked, input: 'More', previous_response_id: id });
    expect(next).toMatchObject({ previous_response_id: id, output_text: 'You said: More' });
    const { body } = lastOf(azure) as { body: { previous_response_id: string } };
    expect(body.previous_response_id).toMatch(/^resp_[0-9a-f]{32}$/);
    expect(id).not.toContain(body.previous_response_id);
    expect(await responses.retrieve(id)).toMatchObject({ id, output_text: 'You said: Hello' });
    expect(JSON.stringify((await responses.inputItems.list(id)).data)).toContain('Hello');
    expect(azure.twin.received.at(-1)?.query.get('api-version')).toBe(version);
    await responses.delete(id);
    await expect(responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });

  it('that is stored is nobody else’s, and Azure is not asked for it', async () => {
    await using azure = await startAzure(apiVersion);
    const { id } = await azure.clientOf().responses.create({ ...asked, store: true });
    const before = azure.twin.received.length;
    for (const stranger of ['carol', 'dave']) {
      const { responses } = azure.clientOf(stranger);
      const notThere = { status: 404 };
      await expect(responses.retrieve(id)).rejects.toMatchObject(notThere);
      await expect(responses.inputItems.list(id)).rejects.toMatchObject(notThere);
      await expect(responses.cancel(id)).rejects.toMatchObject(notThere);
      await expect(responses.delete(id)).rejects.toMatchObject(notThere);
      const going = { ...asked, previous_response_id: id };
      await expect(responses.create(going)).rejects.toMatchObject(notThere);
    }
    expect(azure.twin.received).toHaveLength(before);
  });

  it('reads files by ids of ours', async () => {
    await using azure = await startAzure(apiVersion);
    const { files, responses } = azure.clientOf();
    const file = await toFile(Buffer.from('%PDF'), 'a.pdf');
    const { id, purpose } = await files.create({ file, purpose: 'user_data' });
    expect(purpose).toBe('user_data');
    expect(azure.twin.received.at(-1)?.body.toString()).toMatch(/"purpose"\s+assistants\s/);
    expect(await files.retrieve(id)).toMatchObject({ id, purpose: 'user_data' });
    const list = await files.list({ purpose: 'user_data' });
    expect(list.data).toMatchObject([{ id, purpose: 'user_data' }]);
    const content = [
      { type: 'input_text' as const, text: 'Read it' },
      { type: 'input_file' as const, file_id: id },
    ];
    await responses.create({ model: 'gpt', input: [{ role: 'user', content }] });
    expect(JSON.stringify(lastOf(azure).body)).toContain('"file_id":"assistant-twin1"');
    const others = azure.clientOf('dave').responses;
    await expect(
      others.create({ model: 'gpt', input: [{ role: 'user', content }] }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it('is refused where it names what the account has', async () => {
    await using azure = await startAzure(apiVersion);
    const { responses } = azure.clientOf();
    for (const more of [
      { conversation: 'conv_1' },
      { agent_reference: { type: 'agent_reference', name: 'a' } },
      { tools: [{ type: 'file_search' as const, vector_store_ids: ['vs_1'] }] },
      { tools: [{ type: 'azure_ai_search', indexes: [{ project_connection_id: 'a' }] }] as never },
      { input: [{ type: 'item_reference' as const, id: 'msg_1' }] },
    ])
      await expect(responses.create({ ...asked, ...more })).rejects.toMatchObject({ status: 400 });
    expect(azure.twin.received).toEqual([]);
  });

  it('that its filters stop is refused with their code', async () => {
    await using azure = await startAzure(apiVersion);
    const stopped = azure.clientOf().responses.create({ ...asked, input: 'a jailbreak' });
    await expect(stopped).rejects.toMatchObject({ status: 400, code: 'content_filter' });
  });
});

describe('a response in the background at Azure', () => {
  const running = { ...asked, background: true, store: true };

  it('is read until it is whole, and costs what it used, once', async () => {
    await using azure = await startAzure();
    const { responses } = azure.clientOf();
    const begun = await responses.create(running);
    expect(begun.status).toBe('queued');
    const whole = await waitFor(async () => {
      const read = await responses.retrieve(begun.id);
      return read.status === 'completed' ? read : undefined;
    });
    expect(whole).toMatchObject({ id: begun.id, output_text: 'You said: Hello' });
    await responses.retrieve(begun.id);
    expect(await azure.records(1)).toMatchObject([
      { source: 'provider', completion: 'complete', cost_nano_usd: costOf(whole) },
    ]);
  });

  it('is settled where nobody asks for it', async () => {
    await using azure = await startAzure();
    await azure.clientOf().responses.create(running);
    const [record] = await azure.records(1);
    expect(record).toMatchObject({ source: 'provider', completion: 'complete' });
    expect(record?.cost_nano_usd).toBeGreaterThan(0);
  }, 60_000);

  it('is cancelled, and counts with what was likely', async () => {
    await using azure = await startAzure();
    const { responses } = azure.clientOf();
    const { id } = await responses.create(running);
    expect((await responses.cancel(id)).status).toBe('cancelled');
    expect(await azure.records(1)).toMatchObject([
      { source: 'estimate', completion: 'client_gone' },
    ]);
  });

  it('is refused by a date as Azure refuses it', async () => {
    await using azure = await startAzure('2025-04-01-preview');
    await expect(azure.clientOf().responses.create(running)).rejects.toMatchObject({
      ...{ status: 400, param: 'background' },
    });
  });
});

it('a response at Azure by a version before Responses is translated, and not stored', async () => {
  await using azure = await startAzure('2025-02-01-preview');
  const { responses } = azure.clientOf();
  const { data, response } = await responses.create({ ...asked, store: true }).withResponse();
  expect(data.output_text).toBe('You said: Hello');
  expect(response.headers.get('x-aicp-dropped')).toBe('store');
  expect(lastOf(azure).path).toBe('/openai/deployments/deployed/chat/completions');
  await expect(responses.retrieve(data.id)).rejects.toMatchObject({ status: 404 });
});
