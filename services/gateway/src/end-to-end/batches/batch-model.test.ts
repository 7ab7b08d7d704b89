import { toFile } from 'openai';
import { expect, it } from 'vitest';
import { clientOf } from '../../testing/clients.ts';
import { rule } from '../../testing/fragments.ts';
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
