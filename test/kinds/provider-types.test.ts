import { isServedType, PROVIDER_TYPES, providerType } from '@aicp/crds/provider';
import { PROVIDER_TYPES as CLIENTS } from '@aicp/gateway/providers/provider-types';
import { expect, it } from 'vitest';

const served = PROVIDER_TYPES.filter(isServedType);

it('has a client of every type of provider that is served, and of no other', () => {
  expect(Object.keys(CLIENTS).sort()).toEqual([...served].sort());
});

it.each(served)('gives the client of a provider of type %s all that it needs', (type) => {
  const { baseUrl, needs = [] } = providerType(type);
  const given = [...needs, ...(baseUrl === undefined ? [] : ['baseUrl'])];
  expect(given).toEqual(expect.arrayContaining([...CLIENTS[type].needs]));
});
