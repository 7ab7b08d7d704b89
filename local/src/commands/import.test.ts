import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { run } from '../cli/run.ts';
import { importObjects } from './import.ts';

describe('aicp import', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'aicp-import-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const aicp = async (...args: string[]) => {
    const said = { out: '', err: '' };
    const commands = { import: () => Promise.resolve(importObjects) };
    const code = await run(['import', ...args], commands, {
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
      isTerminal: false,
      environment: { BASE: 'https://models.example.com/v1' },
      signal: new AbortController().signal,
    });
    return { code, ...said };
  };
  const fileOf = (text: string): string => {
    const path = join(folder, 'config.yaml');
    writeFileSync(path, text);
    return path;
  };
  const PLAIN = `model_list:
  - model_name: own
    litellm_params: { model: hosted_vllm/llama, api_base: os.environ/BASE }
`;
  const LOSSY = `${PLAIN}router_settings: { enable_tag_filtering: true }\n`;

  it('prints the objects, and beside them what was made', async () => {
    const { code, out, err } = await aicp('litellm', fileOf(PLAIN));
    expect(code).toBe(0);
    const objects = parseAllDocuments(out).map((document) => document.toJS() as unknown);
    expect(objects).toMatchObject([
      { kind: 'Provider', spec: { type: 'vllm', baseUrl: 'https://models.example.com/v1' } },
      { kind: 'Model', spec: { modelId: 'own', provider: 'vllm', upstreamModel: 'llama' } },
    ]);
    expect(err).toBe('Made: 1 Provider, 1 Model\n');
  });

  it('names what is not carried over by its line, which ends with 1 where it is strict alone', async () => {
    const { code, err } = await aicp('litellm', fileOf(LOSSY));
    expect(code).toBe(0);
    expect(err).toContain('line 4: router_settings.enable_tag_filtering is not carried over\n');
    expect(await aicp('litellm', fileOf(LOSSY), '--strict')).toMatchObject({ code: 1 });
    expect(await aicp('litellm', fileOf(PLAIN), '--strict')).toMatchObject({ code: 0 });
  });

  it('writes a file a kind into a folder, and over none that is there', async () => {
    const into = join(folder, 'objects');
    const args = ['litellm', fileOf(PLAIN), '--folder', into];
    const { code, out } = await aicp(...args);
    expect(code).toBe(0);
    expect(out).toBe(`${into}/providers.yaml\n${into}/models.yaml\n`);
    expect(readdirSync(into).sort()).toEqual(['models.yaml', 'providers.yaml']);
    expect(readFileSync(join(into, 'models.yaml'), 'utf8')).toContain('modelId: own');
    expect(await aicp(...args)).toMatchObject({
      code: 1,
      err: `aicp import: ${into}/providers.yaml is there already: name another folder\n`,
    });
  });

  it.each([
    ['no gateway', [], 'say what it is from: litellm'],
    ['an unknown one', ['other', 'x'], 'say what it is from: litellm'],
    ['no file', ['litellm'], 'say which file: aicp import litellm FILE'],
    ['two files', ['litellm', 'a', 'b'], 'say one file'],
    ['a file that is not there', ['litellm', '/nowhere/x'], '/nowhere/x cannot be read'],
  ])('says what to do where it is given %s', async (_, args, said) => {
    const { code, err } = await aicp(...args);
    expect(code).toBe(1);
    expect(err).toContain(said);
  });

  it('says which line of a file is no YAML', async () => {
    const { code, err } = await aicp('litellm', fileOf('model_list:\n  - a: [\n'));
    expect(code).toBe(1);
    expect(err).toMatch(/config\.yaml cannot be read: it is no YAML: look at line [0-9]+\n$/);
  });

  it('says that nothing runs where it is to apply', async () => {
    const { code, err } = await aicp('litellm', fileOf(PLAIN), '--apply', '--data-dir', folder);
    expect(code).toBe(1);
    expect(err).toContain('run `aicp up`');
  });
});
