import { expect, it } from 'vitest';
import type { FieldSchema } from './form-schemas.ts';
import { joinSecrets, partSecrets } from './secrets.ts';

const secret = { type: 'string', 'x-aicp-secret': true };
const schema: FieldSchema = {
  properties: {
    name: { type: 'string' },
    key: secret,
    config: { type: 'object', properties: { url: { type: 'string' }, secret } },
  },
};

it('takes secrets out and puts them back', () => {
  const values = { name: 'a', key: 'k', config: { url: 'u', secret: 's' } };
  const parted = partSecrets(schema, values);
  expect(parted).toEqual({
    plain: { name: 'a', config: { url: 'u' } },
    secrets: { key: 'k', config: { secret: 's' } },
  });
  expect(joinSecrets(parted)).toEqual(values);
});
