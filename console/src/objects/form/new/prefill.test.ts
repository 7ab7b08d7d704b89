import { expect, it } from 'vitest';
import apiKey from '../../../resources/generated/api_key.json' with { type: 'json' };
import provider from '../../../resources/generated/provider.json' with { type: 'json' };
import type { FieldSchema } from '../../schema/form-schemas.ts';
import { prefill } from './prefill.ts';

it('takes fields of the address by their names', () => {
  expect(
    prefill(apiKey.schema as FieldSchema, {
      ...{ org: 'acme', name: 'CI', role: 'viewer', allowed_models: 'gpt-4o,claude' },
      ...{ max_budget: '20', tab: 'x', rpm_limit: 'many' },
    }),
  ).toEqual({
    ...{ organization_id: 'acme', name: 'CI', role: 'viewer' },
    ...{ allowed_models: ['gpt-4o', 'claude'], max_budget: 20 },
  });
});

it('takes another organization where one is named, and no value that a field cannot have', () => {
  const params = { org: 'acme', organization_id: 'other', role: 'king' };
  expect(prefill(apiKey.schema as FieldSchema, params)).toEqual({ organization_id: 'other' });
});

it('takes no secret from an address', () => {
  const params = { api_key: 'sk-x', is_active: 'false', headers: 'a' };
  expect(prefill(provider.schema as FieldSchema, params)).toEqual({ is_active: false });
});
