import type OpenAI from 'openai';
import { toFile } from 'openai';
import { describe, expect, it } from 'vitest';
import { clientOf } from '../../testing/clients.ts';
import { model } from '../../testing/fragments.ts';
import { startStoring, vendorsIdOf } from '../../testing/storing-gateway.ts';
import { waitFor } from '../../testing/wait-for.ts';

/** A nano-USD for each token in, ten for each token out. */
const prices = { input: '1000000', output: '10000000' };
const PRICED = {
  models: [model('small', 'up', { prices }), model('large', 'up'), model('other', 'sim')],
};
const ENDPOINT = '/v1/responses';

const lineOf = (id: string, body: object = {}): string =>
  JSON.stringify({
    ...{ custom_id: id, method: 'POST', url: ENDPOINT },
    body: { model: 'small', input: `Hello ${id}`, ...body },
  });

async function create(client: OpenAI, lines: readonly string[]) {
  const file = await toFile(Buffer.from(lines.join('\n')), 'requests.jsonl');
  const headers = { 'x-aicp-model': 'small' };
  const { id } = await client.files.create({ file, purpose: 'batch' }, { headers });
  return client.batches.create({
    ...{ input_file_id: id, endpoint: ENDPOINT, completion_window: '24h' },
  });
}

interface Line {
  readonly custom_id: string;
  readonly response: { readonly body: OpenAI.Responses.Response };
}

const costOf = ({ response: { body } }: Line): number =>
  (body.usage?.input_tokens ?? NaN) + 10 * (body.usage?.output_tokens ?? NaN);

/** How somebody who knows an id of the provider is answered wherever ids are taken. */
async function answersTo(served: Awaited<ReturnType<typeof startStoring>>, id: string) {
  const { get, ask } = served;
  const content = [{ type: 'input_file', file_id: id }];
  const batch = { input_file_id: id, endpoint: ENDPOINT, completion_window: '24h' } as const;
  const told = [
    await get(`/responses/${id}`),
    await get(`/responses/${id}`, 'alice', 'DELETE'),
    await get(`/files/${id}`),
    await get(`/files/${id}/content`),
    await get(`/files/${id}`, 'alice', 'DELETE'),
    await ask('hi', { store: true, previous_response_id: id }),
    await ask([{ role: 'user', content }]),
    await ask('hi', { tools: [{ type: 'code_interpreter', container: id }] }),
    await clientOf(served.gateway)
      .batches.create(batch)
      .then(
        () => ({ status: 200 }),
        (error: unknown) => error as { readonly status?: number },
      ),
  ];
  return told.map(({ status = 0 }) => (status === 400 || status === 404 ? 'refused' : status));
}

describe('a batch of responses', () => {
  it('is done, stores nothing at its provider, and costs what each of them used', async () => {
    await using served = await startStoring({ more: PRICED });
    const client = clientOf(served.gateway);
    const { id } = await create(client, [lineOf('a'), lineOf('b')]);
    const sent = served.twin.received.filter(({ body }) => body.includes('aicp-batch.jsonl'));
    expect(sent.map(({ body }) => body.toString().match(/"store":false/g))).toMatchObject([
      { length: 2 },
    ]);
    const done = await waitFor(async () => {
      const batch = await client.batches.retrieve(id);
      return ['validating', 'in_progress'].includes(batch.status) ? undefined : batch;
    });
    expect(done).toMatchObject({ status: 'completed', error_file_id: null });
    const text = await (await client.files.content(done.output_file_id ?? '')).text();
    const lines = text.trimEnd().split('\n');
    const answers = lines.map((line) => JSON.parse(line) as Line);
    expect(answers.map(({ custom_id }) => custom_id)).toEqual(['a', 'b']);
    const own = await waitFor(async () => {
      const records = await served.usage(1);
      const found = records.filter((record) => record.model_served === 'small');
      return found.length >= 3 ? found : undefined;
    });
    const paid = own.filter(({ cost_nano_usd }) => cost_nano_usd !== 0);
    expect(paid.map(({ cost_nano_usd }) => cost_nano_usd).sort()).toEqual(
      answers.map(costOf).sort(),
    );
    expect(paid).toMatchObject([{ source: 'provider' }, { source: 'provider' }]);
  }, 60_000);

  it('tells ids of its provider in results, of which none opens anything', async () => {
    await using served = await startStoring({ more: PRICED });
    const client = clientOf(served.gateway);
    const { id } = await create(client, [lineOf('a')]);
    const done = await waitFor(async () => {
      const batch = await client.batches.retrieve(id);
      return batch.status === 'completed' ? batch : undefined;
    });
    const text = await (await client.files.content(done.output_file_id ?? '')).text();
    const { response } = JSON.parse(text) as Line;
    // Once it is settled, nobody but this test has its provider asked.
    await waitFor(async () => {
      const records = await served.usage(1);
      return records.filter((one) => one.model_served === 'small').length >= 2 ? true : undefined;
    });
    // The vendor keeps these: a stored response, and the file of the client.
    await served.store('a response that is kept');
    const before = served.twin.received.length;
    for (const one of [response.body.id, vendorsIdOf(1), 'file-twin1'])
      expect(await answersTo(served, one)).toEqual(Array.from({ length: 9 }, () => 'refused'));
    expect(served.twin.received.slice(before)).toEqual([]);
  }, 60_000);

  it.each([
    ['that is to be stored', { store: true }],
    ['that runs in the background', { store: true, background: true }],
    ['that goes on from another one', { previous_response_id: 'resp_x' }],
    ['with a file of somebody', { tools: [{ type: 'file_search', vector_store_ids: ['vs_x'] }] }],
    ['of a dearer tier of service', { service_tier: 'priority' }],
    ['that is a stream', { stream: true }],
  ])('with one %s is refused, with its line, and nothing is sent', async (_what, body) => {
    await using served = await startStoring({ more: PRICED });
    const asked = create(clientOf(served.gateway), [lineOf('a'), lineOf('b', body)]);
    await expect(asked).rejects.toMatchObject({
      ...{ status: 400, message: expect.stringContaining('Line 2') as string },
    });
    expect(served.twin.received.some(({ path }) => path === '/v1/batches')).toBe(false);
  });
});
