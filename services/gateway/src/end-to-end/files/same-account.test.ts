import { expect, it } from 'vitest';
import { credential, provider, type Fragments } from '../../testing/fragments.ts';
import { filesFragments, startFilesGateway, textFile } from '../../testing/files-gateway.ts';
import type { Twin } from '../../twins/kit/start-twin.ts';

const NAMES = ['first', 'second', 'third'];

/** The provider by three credentials of one account. */
const ofOneAccount = (twin: Twin): Fragments =>
  filesFragments(twin, {
    providers: [
      provider('openai', {
        ...{ type: 'openai', baseUrl: `${twin.origin}/v1`, credential: 'set' },
        credentials: NAMES.map((name) => ({ name, weight: 1 })),
      }),
    ],
    credentials: NAMES.map((name) => ({ ...credential('openai', `a-key-${name}`), name })),
  });

it.each([
  ['at once', 10],
  ['page by page', 1],
  ['with an end of a page between them', 2],
])('lists files of an account once, whatever credentials it has: %s', async (_name, limit) => {
  await using running = await startFilesGateway();
  await running.gateway.operator.push(ofOneAccount(running.twin));
  const { files } = running.clientOf('alice');
  for (const name of ['a.txt', 'b.txt'])
    await files.create({ file: await textFile('x', name), purpose: 'user_data' });
  const names: string[] = [];
  for await (const { id, filename } of files.list({ limit })) {
    names.push(filename);
    expect(await files.retrieve(id)).toMatchObject({ filename });
  }
  expect(names).toEqual(['b.txt', 'a.txt']);
});
