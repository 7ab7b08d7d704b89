import type OpenAI from 'openai';
import { toFile } from 'openai';
import { describe, expect, it } from 'vitest';
import { clientOf } from '../../testing/clients.ts';
import { model } from '../../testing/fragments.ts';
import { startStoring } from '../../testing/storing-gateway.ts';
import { waitFor } from '../../testing/wait-for.ts';

const prices = { input: '1000000', output: '10000000' };
const PRICED = {
  models: [model('small', 'up', { prices }), model('large', 'up'), model('other', 'sim')],
};
const ENDPOINT = '/v1/chat/completions';
const LINE = JSON.stringify({
  ...{ custom_id: 'a', method: 'POST', url: ENDPOINT },
  body: { model: 'small', messages: [{ role: 'user', content: 'Hello' }] },
});

async function upload(client: OpenAI): Promise<string> {
  const file = await toFile(Buffer.from(LINE), 'requests.jsonl');
  const headers = { 'x-aicp-model': 'small' };
  return (await client.files.create({ file, purpose: 'batch' }, { headers })).id;
}

describe('a batch of which its provider does not say whether it began', () => {
  it.each([
    ['failed after that', '', 500],
    ['answered something else', '{"object":"batch"}', 200],
  ])(
    'is found, told and settled where the provider began it and %s',
    async (_why, body, status) => {
      await using served = await startStoring({ more: PRICED });
      const client = clientOf(served.gateway);
      const file = await upload(client);
      served.replyOnce(JSON.stringify({ id: 'file-twin1', bytes: LINE.length, purpose: 'batch' }));
      for (const reply of [LINE, '{"id":"file-new"}']) served.replyOnce(reply);
      served.replyOnce(body, status);
      const listed = [
        { id: 'batch_other', input_file_id: 'file-other', status: 'completed' },
        { id: 'batch_new', input_file_id: 'file-new', status: 'validating' },
      ];
      served.replyOnce(JSON.stringify({ object: 'list', data: listed }));
      served.replyOnce('{"status":"failed"}');
      const asked = { input_file_id: file, endpoint: ENDPOINT, completion_window: '24h' } as const;
      expect(await client.batches.create(asked)).toMatchObject({
        ...{ input_file_id: file, status: 'validating' },
      });
      const own = await waitFor(async () => {
        const records = await served.usage(1);
        return records.find((record) => record.model_served === 'small');
      });
      expect(own).toMatchObject({ completion: 'provider_failed', cost_nano_usd: 0 });
      const asking = served.twin.received.map(({ method, path }) => `${method} ${path}`);
      expect(asking.filter((one) => one === 'POST /v1/batches')).toHaveLength(1);
      expect(asking.filter((one) => one.startsWith('DELETE'))).toEqual([]);
      expect(asking).toContain('GET /v1/batches/batch_new');
    },
    60_000,
  );

  it('is refused, and its file deleted, where the provider failed and did not begin it', async () => {
    await using served = await startStoring({ more: PRICED });
    const client = clientOf(served.gateway);
    const file = await upload(client);
    served.replyOnce(JSON.stringify({ id: 'file-twin1', bytes: LINE.length, purpose: 'batch' }));
    for (const reply of [LINE, '{"id":"file-new"}']) served.replyOnce(reply);
    served.replyOnce('{}', 500);
    served.replyOnce('{"data":[null,{"id":"batch_other","input_file_id":"file-other"}]}');
    const asked = { input_file_id: file, endpoint: ENDPOINT, completion_window: '24h' } as const;
    await expect(client.batches.create(asked)).rejects.toMatchObject({ status: 502 });
    expect(served.twin.received.at(-1)).toMatchObject({
      ...{ method: 'DELETE', path: '/v1/files/file-new' },
    });
  }, 60_000);
});
