import OpenAI from 'openai';
import { expect, it } from 'vitest';
import { credential, key, model, provider } from '../../testing/fragments.ts';
import { textFile } from '../../testing/files-gateway.ts';
import { answerJson, startScriptedProvider } from '../../testing/scripted-provider.ts';
import { startTestGateway } from '../../testing/start-test-gateway.ts';

/** Pages of the account's list, and those with a file of alice: all others are of somebody else. */
const PAGES = 45;
const OWN = new Set([3, 43]);

/** A gateway before an account with very many files, each on a page of its own. */
async function startCrowded() {
  const parts = new AsyncDisposableStack();
  let own = '';
  const vendor = parts.use(
    await startScriptedProvider((response, { method, path, body }) => {
      if (method === 'POST') {
        own = /filename="([^"]+)"/.exec(body.toString('latin1'))?.[1] ?? '';
        answerJson(response, { id: 'file-3', object: 'file', filename: own });
        return;
      }
      const { searchParams } = new URL(path, 'http://vendor');
      const page = Number(searchParams.get('after')?.slice('file-'.length) ?? 0) + 1;
      const filename = OWN.has(page) ? own : 'of-somebody-else';
      const file = { id: `file-${page}`, object: 'file', filename };
      answerJson(response, { object: 'list', data: [file], has_more: page < PAGES });
    }),
  );
  const gateway = parts.use(
    await startTestGateway({
      fragments: {
        providers: [provider('openai', { type: 'openai', baseUrl: vendor.url, credential: 'set' })],
        credentials: [credential('openai', 'a-key-of-the-vendor')],
        models: [model('gpt', 'openai')],
        keys: [key('alice', { organization: 'acme' }), key('bob', { organization: 'other' })],
      },
    }),
  );
  const clientOf = (name: string) =>
    new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: `sk-${name}`, maxRetries: 0 });
  const alice = clientOf('alice');
  await alice.files.create({ file: await textFile('mine'), purpose: 'user_data' });
  return { vendor, clientOf, alice, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

interface List {
  readonly data: readonly { readonly id: string; readonly filename: string }[];
  readonly has_more: boolean;
  readonly last_id: string;
}

/** The list as it is answered: the client itself leaves `last_id` out. */
async function listed(client: OpenAI, after?: string): Promise<List> {
  const answer = client.files.list(after === undefined ? {} : { after });
  return (await (await answer.asResponse()).json()) as List;
}

it('tells what it found in a very long list of files, and where it goes on', async () => {
  await using crowded = await startCrowded();
  const { alice, vendor } = crowded;
  const first = await listed(alice);
  expect(first.data.map(({ filename }) => filename)).toEqual(['notes.txt']);
  expect(first.has_more).toBe(true);
  const second = await listed(alice, first.last_id);
  expect(second).toMatchObject({ data: [], has_more: true });
  const third = await listed(alice, second.last_id);
  expect(third.data).toHaveLength(1);
  expect(third).toMatchObject({ has_more: false, last_id: third.data[0]?.id });
  expect(vendor.received.filter(({ method }) => method === 'GET')).toHaveLength(PAGES);
});

it('gives nobody a file by where a list goes on, and nobody else that place', async () => {
  await using crowded = await startCrowded();
  const { alice, clientOf, vendor } = crowded;
  const { last_id: place } = await listed(alice);
  const asked = vendor.received.length;
  await expect(alice.files.retrieve(place)).rejects.toMatchObject({ status: 404 });
  await expect(alice.files.delete(place)).rejects.toMatchObject({ status: 404 });
  const asFile = `file-${place.slice('page_'.length)}`;
  await expect(alice.files.retrieve(asFile)).rejects.toMatchObject({ status: 404 });
  const strange = clientOf('bob').files.list({ after: place });
  await expect(strange).rejects.toMatchObject({ status: 400, param: 'after' });
  expect(vendor.received).toHaveLength(asked);
});
