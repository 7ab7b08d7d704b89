import { join } from 'node:path';
import { expect, it } from 'vitest';
import { kinds } from '../kinds.ts';
import { outputs } from './outputs.ts';
import { staleAmong } from './write-outputs.ts';

const root = join(import.meta.dirname, '../../..');

it('finds every generated file in the repository as it would be written now', async () => {
  const stale = await staleAmong(await outputs(kinds, root), root);
  expect([...stale.keys()]).toEqual([]);
});

it('writes decimals as numbers and names in snake_case on the wire', async () => {
  const files = await outputs(kinds, root);
  const { components } = JSON.parse(files.get('crds/api/schemas.json') ?? '') as {
    components: {
      schemas: Record<string, { properties: Record<string, unknown>; required: string[] }>;
    };
  };
  expect(components.schemas['Model']?.properties['input_price_per_million']).toMatchObject({
    type: 'number',
    maximum: 1_000_000_000,
  });
  expect(Object.keys(components.schemas['ModelWrite']?.properties ?? {})).toContain('id');
  expect(components.schemas['RoutingPolicyWrite']?.properties).toHaveProperty('target_models');
});
