import { join } from 'node:path';
import { staleAmong } from '@aicp/crds/generate/write-outputs';
import { expect, it } from 'vitest';
import { collectionsIndex } from './collections-index.ts';
import { outputs } from './outputs.ts';

const root = join(import.meta.dirname, '../../../..');

it('finds the list of collections, the document and its types in the repository as they would be written now', async () => {
  const stale = await staleAmong(new Map([...collectionsIndex(root), ...(await outputs())]), root);
  expect([...stale.keys()]).toEqual([]);
});
