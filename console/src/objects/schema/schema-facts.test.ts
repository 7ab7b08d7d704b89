import { expect, it } from 'vitest';
import provider from '../../resources/generated/provider.json' with { type: 'json' };
import type { FieldSchema } from './form-schemas.ts';
import { ownValues } from './schema-facts.ts';

it('takes what an owner set, and leaves out what the service adds at whatever depth', () => {
  const ref = { name: 'a', key: 'b' };
  const object = {
    ...{ id: 'p', uid: 'u', name: 'P', type: 'openai', secret_set: true, region: null },
    credentials: [{ name: 'one', secret_ref: ref, secret_set: true }],
    headers: { 'x-any': '1' },
  };
  expect(ownValues(provider.schema as FieldSchema, object)).toEqual({
    ...{ name: 'P', type: 'openai' },
    credentials: [{ name: 'one', secret_ref: ref }],
    headers: { 'x-any': '1' },
  });
});
