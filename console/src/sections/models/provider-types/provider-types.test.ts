import { expect, it } from 'vitest';
import { readFormSchema } from '../../../objects/schema/form-schemas.ts';
import { PROVIDER_TYPES, TYPE_CHOICE } from './provider-types.ts';

it('has each type that a form offers, and no other', async () => {
  const { schema } = await readFormSchema('provider');
  const offered = schema.properties?.['type']?.enum ?? [];
  expect(PROVIDER_TYPES.map(({ type }) => type).sort()).toEqual([...offered].sort());
});

it('brings and marks the fields of a type, and says what its credential is', () => {
  const { brings, requires = {}, about = {} } = TYPE_CHOICE;
  expect(brings['vertex']).toEqual(expect.arrayContaining(['project', 'region', 'api_key']));
  expect(brings['openai']).not.toContain('region');
  expect(requires['azure_openai']).toEqual(['base_url']);
  expect(about['bedrock']).toBe(
    'Amazon Bedrock. Its credential is keys of AWS as JSON, or an API key of Bedrock; without one, the role of the gateways.',
  );
  expect(about['xai']).toBe('xAI. Its credential is an API key.');
  expect(about['simulated']).toBe('A simulation: it has no credential.');
});
