import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROVIDER_TYPES } from '../providers/provider-types.ts';
import { providerList } from './provider-list.ts';

const FILE = '../../../../console/src/sections/models/provider-types/generated/provider-types.json';

it('tells the console of each type that is served, in the names of the API', () => {
  const list = JSON.parse(providerList()) as { type: string }[];
  expect(list.map(({ type }) => type).sort()).toEqual(Object.keys(PROVIDER_TYPES).sort());
  expect(list).toContainEqual(
    expect.objectContaining({
      ...{ type: 'vertex', required: ['project', 'region'] },
      fields: expect.arrayContaining(['secret_ref', 'api_key', 'project', 'base_url']) as unknown,
    }),
  );
});

it('is what the console has', () => {
  expect(readFileSync(join(import.meta.dirname, FILE), 'utf8')).toBe(providerList());
});
