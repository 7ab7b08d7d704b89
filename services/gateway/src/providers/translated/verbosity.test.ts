import { expect, it } from 'vitest';
import { clientOf } from '@aicp/gateway/testing/clients';
import { throughVendor } from '@aicp/gateway/testing/through-vendor';

/** Of a version of Azure's API that has no Responses. */
const OLDER = { apiVersion: '2024-10-21' };
/** As Codex asks. */
const asked = { model: 'main', input: 'Hello', text: { verbosity: 'low' as const } };

it.each([
  ['gpt-5.1-codex', 'low', { verbosity: 'low' }, null],
  ['our-deployment', 'low', { verbosity: 'low' }, null],
  ['gpt-4.1', 'low', {}, 'verbosity'],
  ['our-gpt-4o-mini', 'high', {}, 'verbosity'],
  ['o4-mini', 'low', {}, 'verbosity'],
  ['gpt-35-turbo', 'low', {}, 'verbosity'],
  ['gpt-4o', 'medium', {}, null],
] as const)('tells %s at Azure of a verbosity of %s: %j', async (name, verbosity, told, lost) => {
  await using at = await throughVendor('azure_openai', { upstreamModel: name }, OLDER);
  const { data, response } = await clientOf(at.gateway)
    .responses.create({ ...asked, text: { verbosity } })
    .withResponse();
  expect(data.output_text).toBe('You said: Hello');
  expect(response.headers.get('x-aicp-dropped')).toBe(lost);
  const { verbosity: sent } = at.asked() as { verbosity?: string };
  expect({ verbosity: sent }).toEqual({ verbosity: undefined, ...told });
});

it('refuses a verbosity that cannot be told where the model says that nothing may be lost', async () => {
  await using at = await throughVendor(
    'azure_openai',
    { upstreamModel: 'gpt-4o', lossy: 'reject' },
    OLDER,
  );
  const asking = clientOf(at.gateway).responses.create(asked);
  await expect(asking).rejects.toThrow('cannot be told verbosity');
});
