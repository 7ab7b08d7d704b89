import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { clientOf } from '../../testing/clients.ts';
import { collect } from '../../testing/journal-lines.ts';
import { startOpenAiTwin } from '../../twins/openai/openai-twin.ts';
import { startStoring, vendorsIdOf } from '../../testing/storing-gateway.ts';

/** The twin alone. */
async function startAlone() {
  const twin = await startOpenAiTwin();
  const client = new OpenAI({ apiKey: 'sk-vendor', baseURL: `${twin.origin}/v1`, maxRetries: 0 });
  return { twin, client, [Symbol.asyncDispose]: () => twin[Symbol.asyncDispose]() };
}

async function startBehindGateway() {
  const started = await startStoring();
  return { ...started, client: clientOf(started.gateway) };
}

describe.each([
  ['the twin alone', startAlone],
  ['a gateway before it', startBehindGateway],
])('stored responses of %s', (_name, start) => {
  it('are read, gone on from and deleted', async () => {
    await using served = await start();
    const { client } = served;
    const first = await client.responses.create({ model: 'small', input: 'Hello', store: true });
    expect(first.id).toMatch(/^resp_/);
    expect(await client.responses.retrieve(first.id)).toMatchObject({
      ...{ id: first.id, output_text: first.output_text, status: 'completed' },
    });
    const second = await client.responses.create({
      ...{ model: 'small', input: 'More', store: true, previous_response_id: first.id },
    });
    expect(second).toMatchObject({ previous_response_id: first.id, output_text: 'You said: More' });
    expect(second.usage?.input_tokens).toBeGreaterThan(first.usage?.input_tokens ?? Infinity);
    const read = await client.responses.retrieve(second.id);
    expect(read).toMatchObject({ id: second.id, previous_response_id: first.id });
    const page = await client.responses.inputItems.list(second.id, { order: 'asc', limit: 1 });
    const said = await collect(page);
    expect(said).toHaveLength(3);
    expect(JSON.stringify(said[0])).toContain('Hello');
    await client.responses.delete(first.id);
    await expect(client.responses.retrieve(first.id)).rejects.toMatchObject({ status: 404 });
    const gone = { model: 'small', input: 'More', previous_response_id: first.id };
    await expect(client.responses.create(gone)).rejects.toMatchObject({
      code: 'previous_response_not_found',
    });
  });

  it('are told by one id in every event of a stream, and come as a stream again', async () => {
    await using served = await start();
    const { client } = served;
    const asked = { model: 'small', input: 'Hello', store: true };
    const events = await collect(await client.responses.create({ ...asked, stream: true }));
    const ids = events.flatMap((event) => ('response' in event ? [event.response.id] : []));
    expect(ids).toHaveLength(3);
    const [id = ''] = ids;
    expect(new Set(ids).size).toBe(1);
    expect((await client.responses.retrieve(id)).output_text).toBe('You said: Hello');
    const again = await collect(await client.responses.retrieve(id, { stream: true }));
    expect(again.at(-1)).toMatchObject({ type: 'response.completed', response: { id } });
    const rest = await collect(
      await client.responses.retrieve(id, { stream: true, starting_after: 2 }),
    );
    expect(rest[0]).toMatchObject({ sequence_number: 3 });
    expect(rest).toHaveLength(again.length - 3);
  });

  it('are cancelled only where they run in the background', async () => {
    await using served = await start();
    const { client } = served;
    const { id } = await client.responses.create({ model: 'small', input: 'Hi', store: true });
    await expect(client.responses.cancel(id)).rejects.toMatchObject({ status: 400 });
  });
});

describe('a response that is stored', () => {
  it('is so where the request asks for it, and has no id of the vendor', async () => {
    await using served = await startStoring();
    const { ask, twin } = served;
    const kept = await ask('Hello', { store: true });
    const sent = JSON.parse(twin.received[0]!.body.toString()) as object;
    expect(sent).toMatchObject({ store: true });
    expect(kept.text).not.toContain(vendorsIdOf(1));
    expect(kept.text.match(/"resp_[\w-]{60,}"/g)).toHaveLength(1);
    await ask('Hello', { store: false });
    await ask('Hello');
    for (const { body } of twin.received.slice(1))
      expect(JSON.parse(body.toString())).toMatchObject({ store: false });
    const stream = await ask('Hello', { store: true, stream: true });
    expect(stream.text).not.toContain(vendorsIdOf(2));
    expect(stream.text.match(/"id":"resp_[\w-]{60,}"/g)).toHaveLength(3);
  });

  it('is not kept by a provider that keeps none, which is told', async () => {
    await using served = await startStoring();
    const { status, headers, text } = await served.ask('Hello', { model: 'other', store: true });
    expect([status, headers.get('x-aicp-dropped')]).toEqual([200, 'store']);
    const { id } = JSON.parse(text) as { id: string };
    expect((await served.get(`/responses/${id}`)).status).toBe(404);
    expect(await served.ask('More', { previous_response_id: id })).toMatchObject({
      ...{ status: 404, code: 'previous_response_not_found' },
    });
  });

  it('is gone on from by models of its provider alone, and by its account alone', async () => {
    await using served = await startStoring();
    const { id } = JSON.parse((await served.ask('Hello', { store: true })).text) as { id: string };
    const all = new Set<string | undefined>();
    const keyOf = (at: number) => served.twin.received.at(at)?.headers.authorization;
    const first = keyOf(0);
    for (let turn = 0; turn < 8; turn += 1) {
      await served.ask('Hello');
      all.add(keyOf(-1));
      expect((await served.ask('More', { previous_response_id: id })).status).toBe(200);
      expect(keyOf(-1)).toBe(first);
    }
    expect(all.size).toBe(2);
    const before = served.twin.received.length;
    const elsewhere = await served.ask('More', { model: 'other', previous_response_id: id });
    expect(elsewhere.status).toBe(400);
    expect(elsewhere.text).toContain('lives at the provider');
    const grouped = await served.ask('More', { model: 'mixed', previous_response_id: id });
    expect(grouped.status).toBe(200);
    expect(served.twin.received).toHaveLength(before + 1);
  });

  it('is neither had from the cache nor kept there', async () => {
    await using served = await startStoring({ isCached: true });
    const { ask, twin } = served;
    await ask('Hello', { temperature: 0 });
    await ask('Hello', { temperature: 0 });
    expect(twin.received).toHaveLength(1);
    for (let turn = 0; turn < 2; turn += 1) await ask('Hello', { temperature: 0, store: true });
    expect(twin.received).toHaveLength(3);
  });

  it('is recorded where it is read, without cost', async () => {
    await using served = await startStoring();
    const { id } = JSON.parse((await served.ask('Hello', { store: true })).text) as { id: string };
    expect((await served.get(`/responses/${id}`)).status).toBe(200);
    expect(await served.usage(2)).toMatchObject([
      { model_served: 'small' },
      { model_served: 'gateway/stored_responses', cost_nano_usd: 0, status: 200 },
    ]);
  });
});
