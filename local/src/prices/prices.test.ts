import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { priceCatalog } from '@aicp/crds/price-catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { run } from '../cli/run.ts';
import { prices } from '../commands/prices.ts';
import { LITELLM } from './testing/litellm-file.ts';

describe('aicp prices', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'aicp-prices-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const written = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  async function aicp(...args: string[]) {
    const said = { out: '', err: '' };
    const commands = { prices: () => Promise.resolve(prices) };
    const code = await run(['prices', ...args], commands, {
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
      isTerminal: false,
      environment: {},
      signal: new AbortController().signal,
    });
    return { code, ...said };
  }

  const OBJECTS = `
apiVersion: v1
kind: List
items:
  - { kind: Provider, metadata: { name: openai, uid: p }, spec: { type: openai } }
  - { kind: Provider, metadata: { name: ours, uid: q }, spec: { type: simulated } }
  - { kind: Model, metadata: { name: gpt-4o, uid: m }, spec: { modelId: gpt-4o, provider: openai } }
  - { kind: Model, metadata: { name: own, uid: n }, spec: { modelId: own, provider: ours } }
---
kind: PriceCatalog
metadata: { name: contract, uid: c }
spec: { discounts: [{ provider: openai, discountPercent: 10, source: Contract 4711 }] }
`;

  it('list says what models cost, and where that is from', async () => {
    const { code, out } = await aicp('list', '-f', written('objects.yaml', OBJECTS));
    expect(code).toBe(0);
    const rows = out.split('\n').map((line) => line.split(/ {3,}/));
    expect(rows).toContainEqual([
      ...['gpt-4o', 'inputPricePerMillion', '2.25'],
      'openai/gpt-4o in @pydantic/genai-prices 0.1.8, 2026-09-23, then PriceCatalog/contract (Contract 4711)',
    ]);
    expect(rows).toContainEqual(['gpt-4o', 'outputPricePerMillion', '9.00']);
    expect(rows).toContainEqual(['own', 'no price']);
  });

  it('diff says what costs something else than the bundled data, or a file, says', async () => {
    const objects = written('objects.yaml', OBJECTS);
    const bundled = await aicp('diff', '-f', objects);
    expect(bundled.code).toBe(1);
    expect(bundled.out).toMatch(/gpt-4o +inputPricePerMillion +2\.25 +2\.50/);
    expect(bundled.out).not.toContain('own');
    const file = await aicp('diff', written('litellm.json', LITELLM), '-f', objects);
    expect(file.out).toMatch(/gpt-4o +outputPricePerMillion +9\.00 +10\.00/);
    const same = written('same.json', LITELLM.replace('2.5e-06,\n', '2.25e-06,\n'));
    const catalog = written('catalog.yaml', (await aicp('import', same, '--only', 'openai')).out);
    expect((await aicp('diff', catalog, '-f', objects)).out).not.toContain('\ngpt-4o   input');
  });

  describe('diff of a PriceCatalog in a file', () => {
    const contract = (percent: number, more = '') =>
      `kind: PriceCatalog\nmetadata: { name: contract }\nspec: { discounts: [{ provider: openai, discountPercent: ${percent} }]${more} }\n`;
    const diff = async (catalog: string, objects = OBJECTS) =>
      await aicp('diff', written('c.yaml', catalog), '-f', written('objects.yaml', objects));

    it('takes its discounts off what is there without it', async () => {
      expect(await diff(contract(10))).toEqual({
        ...{ code: 0, out: '', err: 'nothing differs\n' },
      });
      const more = await diff(contract(20));
      expect(more.code).toBe(1);
      expect(more.out).toMatch(/gpt-4o +inputPricePerMillion +2\.25 +2\.00/);
      const other = contract(20).replace('name: contract', 'name: further');
      expect((await diff(other)).out).toMatch(/gpt-4o +inputPricePerMillion +2\.25 +1\.80/);
    });

    it('is held against the prices that Models say themselves', async () => {
      const own = OBJECTS.replace(
        'provider: openai } }\n',
        'provider: openai, inputPricePerMillion: 2, outputPricePerMillion: 9 } }\n',
      );
      expect((await diff(contract(10), own)).out).toMatch(
        /gpt-4o +inputPricePerMillion +2\.00 +2\.25/,
      );
    });

    it('of an organization says nothing but of what that one’s own providers serve', async () => {
      const acmes = `
kind: List
items:
  - { kind: Organization, metadata: { name: acme, uid: o }, spec: {} }
  - { kind: Provider, metadata: { name: own, uid: r }, spec: { type: openai, organizationId: acme } }
  - kind: Model
    metadata: { name: acmes, uid: s }
    spec: { modelId: acmes, upstreamModel: gpt-4o, provider: own, organizationId: acme }
`;
      const ofAcme = contract(50, ', organizationId: acme');
      expect((await diff(ofAcme)).code).toBe(0);
      const both = await diff(ofAcme.replace('contract', 'theirs'), `${OBJECTS}---${acmes}`);
      expect(both.out).toMatch(/acmes +inputPricePerMillion +2\.25 +1\.125/);
      expect(both.out).not.toContain('gpt-4o');
    });
  });

  it('import writes a PriceCatalog, and says what is missing in it', async () => {
    const { code, out, err } = await aicp('import', written('l.json', LITELLM), '--name', 'lite');
    expect(code).toBe(0);
    const catalog = parse(out) as { kind: string; metadata: object; spec: unknown };
    expect(catalog).toMatchObject({ kind: 'PriceCatalog', metadata: { name: 'lite' } });
    expect(priceCatalog.spec.safeParse(catalog.spec).success).toBe(true);
    expect(err).toContain('groq/odd: not taken');
  });

  it('import prices what a vendor serves at its own address, and says what it will price', async () => {
    const litellm = written('l.json', LITELLM);
    const gemini = `
kind: List
items:
  - kind: Provider
    metadata: { name: mine, uid: p }
    spec: { type: openai_compatible, baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai' }
  - { kind: Model, metadata: { name: g, uid: m }, spec: { modelId: gemini-2.5-pro, provider: mine } }
`;
    const { out, err } = await aicp('import', litellm, '--only', 'gemini');
    expect(err).toBe(
      'google: 1 entry, which prices the Provider of that name and those whose baseUrl is that vendor’s\n',
    );
    const listed = await aicp('list', '-f', written('g.yaml', `${out}---${gemini}`));
    expect(listed.out).toContain('PriceCatalog/litellm (LiteLLM: gemini/gemini-2.5-pro)');
    const named = await aicp('import', litellm, '--only', 'gemini', '--provider', 'proxy');
    expect(named.err).toBe('proxy: 1 entry, which prices the Provider of that name alone\n');
    expect(named.out).toContain('provider: proxy');
  });

  it('import says which provider no entry has, and what else it did not take', async () => {
    const litellm = written('l.json', LITELLM);
    expect(await aicp('import', litellm, '--only', 'nosuch,groq')).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^--only: no entry has the provider nosuch\ngroq\/odd: not taken: .*\naicp prices: there is no price that can be taken\n$/,
      ) as string,
    });
    const some = await aicp('import', litellm, '--only', 'nosuch,azure');
    expect(some.code).toBe(0);
    expect(some.err).toContain('--only: no entry has the provider nosuch\n');
  });

  it('diff ends with 2 where it cannot compare', async () => {
    const objects = ['-f', written('objects.yaml', OBJECTS)];
    for (const [file, why] of [
      [join(folder, 'none'), 'cannot be read'],
      [written('x.json', '{"a": 1}'), 'the file has no price that can be taken'],
      [written('x.md', 'Some text.'), 'no PriceCatalog'],
      [written('x.yaml', 'kind: Model\nmetadata: { name: m }\n'), 'the file has no PriceCatalog'],
      [
        written('y.yaml', 'kind: PriceCatalog\nmetadata: { name: c }\nspec: 1\n'),
        'no PriceCatalog',
      ],
    ] as const) {
      const { code, err } = await aicp('diff', file, ...objects);
      expect([file, code]).toEqual([file, 2]);
      expect(err).toContain(why);
    }
    expect((await aicp('diff', '-f', join(folder, 'none'))).code).toBe(2);
  });

  it('says what is wrong with a file', async () => {
    expect((await aicp('import', written('x.json', '[1]'))).err).toContain('no price file');
    expect((await aicp('import', join(folder, 'none'))).err).toContain('cannot be read');
    expect((await aicp('export')).err).toContain('say `aicp prices list`');
  });
});
