import { describe, expect, it } from 'vitest';
import { importPortkey } from './import-portkey.ts';

const target = (provider: string, more: object): object => ({
  ...{ provider, override_params: { model: 'm' } },
  ...more,
});

const made = (...targets: readonly object[]) =>
  importPortkey(JSON.stringify({ strategy: { mode: 'loadbalance' }, targets }), 'assistant');

const providersOf = ({ objects }: ReturnType<typeof made>) =>
  objects.filter(({ kind }) => kind === 'Provider').map(({ spec }) => spec);

const notesOf = ({ notes }: ReturnType<typeof made>): string =>
  notes.map(({ text }) => text).join('\n');

const aws = (secret: string): object => ({
  ...{ aws_region: 'eu-central-1', aws_access_key_id: 'AKIA0123456789' },
  aws_secret_access_key: secret,
});

describe('keys of targets', () => {
  it.each([
    [
      'of a vendor',
      target('openai', { api_key: 'first-0123456789' }),
      target('openai', { api_key: 'other-0123456789' }),
    ],
    [
      'of AWS',
      target('bedrock', aws('first-0123456789')),
      target('bedrock', aws('other-0123456789')),
    ],
    [
      'of the vault',
      target('openai', { virtual_key: 'openai-a' }),
      target('openai', { virtual_key: 'openai_a' }),
    ],
  ])('become a Secret each: %s', (_, one, other) => {
    const references = providersOf(made(one, other)).map((spec) =>
      JSON.stringify(spec['secretRef']),
    );
    expect(references).toHaveLength(2);
    expect(new Set(references).size).toBe(2);
    expect(
      new Set(providersOf(made(one, one)).map((spec) => JSON.stringify(spec['secretRef']))).size,
    ).toBe(1);
    expect(notesOf(made(one, other))).not.toMatch(/0123456789|"\$/);
  });

  it.each([
    ['bedrock', aws('first-0123456789'), 'credential', 'accessKeyId'],
    [
      'azure-openai',
      {
        ...{ azure_resource_name: 'contoso', azure_auth_mode: 'entra' },
        ...{ azure_entra_tenant_id: '1', azure_entra_client_id: '2' },
        azure_entra_client_secret: 'secret-0123456789',
      },
      'credential',
      'clientSecret',
    ],
    [
      'vertex-ai',
      {
        ...{ vertex_project_id: 'p', vertex_region: 'europe-west4' },
        vertex_service_account_json: { private_key: 'secret-0123456789' },
      },
      'service-account',
      '--from-file',
    ],
  ])('are Secrets in the form of their cloud: %s', (provider, more, key, said) => {
    const one = made(target(provider, more));
    expect(providersOf(one)[0]).toMatchObject({ secretRef: { key } });
    expect(notesOf(one)).toContain(said);
    expect(notesOf(one)).not.toContain('is not carried over');
  });
});

describe('keys of the vault', () => {
  it('are sent nowhere before somebody looked where they belong', () => {
    const one = made(target('openai', { virtual_key: 'openai-prod' }));
    expect(providersOf(one)[0]).toMatchObject({ isActive: false });
    expect(notesOf(one)).toContain('Provider openai-prod is switched off');
  });

  it('are sent to the address that the config says', () => {
    const at = { custom_host: 'https://models.example.com/v1' };
    const one = made(target('openai', { virtual_key: 'openai-prod', ...at }));
    expect(providersOf(one)[0]).not.toHaveProperty('isActive');
  });
});

describe('a resource of Azure', () => {
  it.each(['evil.example/#', 'a.b', 'a@b', 'A b', 'a/b'])('is a name alone, not “%s”', (name) => {
    const one = made(target('azure-openai', { azure_resource_name: name }));
    expect(one.objects).toEqual([]);
    expect(notesOf(one)).toContain('its azure_resource_name is no name of a resource');
  });
});
