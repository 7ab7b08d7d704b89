import { stringify } from 'yaml';
import { describe, expect, it } from 'vitest';
import { importLiteLlm } from './import-litellm.ts';

const REGION = { aws_region_name: 'eu-central-1' };
const AZURE = { api_base: 'https://a.openai.azure.com' };
const KINDS: readonly (readonly [what: string, one: object, other: object])[] = [
  [
    'keys of a vendor',
    { model: 'openai/a', api_key: 'sk-first-0123456789' },
    { model: 'openai/b', api_key: 'sk-other-0123456789' },
  ],
  [
    'keys of AWS',
    {
      ...{ model: 'bedrock/a', ...REGION },
      ...{ aws_access_key_id: 'AKIAFIRST0123456', aws_secret_access_key: 'first-0123456789' },
    },
    {
      ...{ model: 'bedrock/b', ...REGION },
      ...{ aws_access_key_id: 'AKIAOTHER0123456', aws_secret_access_key: 'other-0123456789' },
    },
  ],
  [
    'API keys of Bedrock',
    { model: 'bedrock/a', ...REGION, api_key: 'bedrock-first-0123456789' },
    { model: 'bedrock/b', ...REGION, api_key: 'bedrock-other-0123456789' },
  ],
  [
    'applications of Entra ID',
    {
      ...{ model: 'azure/a', ...AZURE },
      ...{ tenant_id: '1', client_id: '2', client_secret: 'first-0123456789' },
    },
    {
      ...{ model: 'azure/b', ...AZURE },
      ...{ tenant_id: '1', client_id: '2', client_secret: 'other-0123456789' },
    },
  ],
  [
    'service accounts',
    { model: 'vertex_ai/a', vertex_project: 'p', vertex_credentials: '/keys/first.json' },
    { model: 'vertex_ai/b', vertex_project: 'p', vertex_credentials: '/keys/other.json' },
  ],
  [
    'variables that differ by a mark',
    { model: 'openai/a', api_key: 'os.environ/KEY_A' },
    { model: 'openai/b', api_key: 'os.environ/KEY__A' },
  ],
];

const listOf = (...params: readonly object[]): object => ({
  model_list: params.map((litellm_params, index) => ({ model_name: `m${index}`, litellm_params })),
});

const referencesOf = (text: string): readonly unknown[] =>
  importLiteLlm(text)
    .objects.filter(({ kind }) => kind === 'Provider')
    .map(({ spec }) => spec['secretRef']);

const commandsOf = (text: string) =>
  importLiteLlm(text).notes.filter((note) => note.text.startsWith('make the Secret'));

describe('credentials', () => {
  it.each(KINDS)('become a Secret each, on one line of a file too: %s', (_, one, other) => {
    for (const text of [stringify(listOf(one, other)), JSON.stringify(listOf(one, other))]) {
      const references = referencesOf(text) as { name: string }[];
      expect(references).toHaveLength(2);
      expect(new Set(references.map(({ name }) => name)).size).toBe(2);
      const commands = commandsOf(text).map((note) => note.text);
      expect(commands).toHaveLength(2);
      for (const { name } of references) {
        expect(commands.filter((command) => command.includes(` ${name} `))).toHaveLength(1);
      }
    }
  });

  it.each(KINDS)('become one Secret where they are the same: %s', (_, one) => {
    expect(commandsOf(stringify(listOf(one, { ...one })))).toHaveLength(1);
  });

  it.each(KINDS.slice(1, 4))('are filled by no variable that both share: %s', (_, one, other) => {
    for (const { text } of commandsOf(stringify(listOf(one, other)))) {
      expect(text).not.toContain('$');
      expect(text).toContain('holds the key itself');
    }
  });

  it('are named by the line of each', () => {
    const text = stringify(listOf(KINDS[0]![1], KINDS[0]![2]));
    const lines = text.split('\n');
    expect(commandsOf(text).map(({ line }) => lines[line - 1]?.trim())).toEqual([
      'litellm_params:',
      'litellm_params:',
    ]);
    expect(new Set(commandsOf(text).map(({ line }) => line)).size).toBe(2);
  });
});
