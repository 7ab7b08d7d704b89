import { toFile } from 'openai';
import { expect, it } from 'vitest';
import { clientOf } from '../../testing/clients.ts';
import { group, rule } from '../../testing/fragments.ts';
import { startStoring } from '../../testing/storing-gateway.ts';

const ENDPOINT = '/v1/chat/completions';
const OF_X = "metadata.project == 'x'";
const LINE = JSON.stringify({
  ...{ custom_id: 'a', method: 'POST', url: ENDPOINT },
  body: { model: 'small', messages: [{ role: 'user', content: 'Hello' }] },
});

it('a batch that a policy forbids the model of its requests is told so, and nothing is sent', async () => {
  await using served = await startStoring({
    more: {
      // Another model of the same provider could serve the batch, for which its file is not written.
      policies: [
        rule('large-for-x', 'prefer', ['large'], { condition: OF_X }),
        rule('no-small-for-x', 'deny', ['small'], { condition: OF_X }),
      ],
    },
  });
  const client = clientOf(served.gateway);
  const file = await toFile(Buffer.from(LINE), 'requests.jsonl');
  const headers = { 'x-aicp-model': 'small' };
  const { id } = await client.files.create({ file, purpose: 'batch' }, { headers });
  const asked = { input_file_id: id, endpoint: ENDPOINT, completion_window: '24h' } as const;
  await expect(
    client.batches.create({ ...asked, metadata: { project: 'x' } }),
  ).rejects.toMatchObject({
    ...{ status: 403, code: 'policy_denied' },
    message: expect.stringContaining('"small" may not serve this batch:') as string,
  });
  expect(served.twin.received.some(({ path }) => path === '/v1/batches')).toBe(false);
  expect((await client.batches.create(asked)).status).toBe('validating');
}, 60_000);

it('a batch to a group of several models of its provider is to one of them', async () => {
  await using served = await startStoring({
    more: { policies: [group('both', { small: 1, large: 1 })] },
  });
  const client = clientOf(served.gateway);
  const lines = Array.from({ length: 16 }, (_, at) =>
    LINE.replace('"small"', '"both"').replace('"a"', `"line-${at}"`),
  );
  const file = await toFile(Buffer.from(lines.join('\n')), 'requests.jsonl');
  const headers = { 'x-aicp-model': 'small' };
  const { id } = await client.files.create({ file, purpose: 'batch' }, { headers });
  const asked = { input_file_id: id, endpoint: ENDPOINT, completion_window: '24h' } as const;
  expect((await client.batches.create(asked)).status).toBe('validating');
  const sent = served.twin.received.findLast(
    ({ method, path }) => `${method} ${path}` === 'POST /v1/files',
  );
  const models = [...String(sent?.body).matchAll(/"model":"(\w+)"/g)].map(([, name]) => name);
  expect([models.length, new Set(models).size]).toEqual([16, 1]);
  expect(['small', 'large']).toContain(models[0]);
}, 60_000);
