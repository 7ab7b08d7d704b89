import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { containersOf, manifestsOf, podOf } from './manifests.ts';
import { describeCharts, valueSets } from './suite.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** What `images/main.ts` says and how it ends, for these arguments and no environment. */
async function start(folder: string, args: readonly string[]) {
  const entry = join(folder, 'images/main.ts');
  try {
    const { stdout } = await run(process.execPath, [entry, ...args], { env: {}, cwd: folder });
    return { code: 0, said: stdout };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, said: stderr };
  }
}

describe('the image’s entry point', () => {
  it('names what it can start where the argument names nothing', async () => {
    const { code, said } = await start(root, ['toString']);
    expect(code).toBe(2);
    expect(said).toContain(
      'operator, certificates, gateway, admin, budget, cost, workflow, mcp-host, probe',
    );
  });

  it('becomes the program that it is asked for', async () => {
    const { code, said } = await start(root, ['gateway']);
    expect(code).toBe(1);
    expect(said).toContain('gateway: the environment is not complete');
  });
});

await describeCharts('the containers', ({ helm }) => {
  it.each(valueSets)('start programs that the image has, with %s', async (_, values) => {
    const pods = manifestsOf(await helm.template({ values: [values] })).flatMap(
      (manifest) => podOf(manifest) ?? [],
    );
    const asked = pods
      .flatMap(containersOf)
      .filter(({ image }) => image.includes('ai-control-plane'))
      .map(({ args = [] }) => args[0] ?? '');
    const entry = (await readFile(join(root, 'images/main.ts'), 'utf8')).replaceAll("'", '');
    expect(asked.length).toBeGreaterThan(2);
    for (const program of asked) expect(entry).toContain(`\n  ${program}: () => `);
  });
});

const SERVICES = ['operator', 'gateway', 'admin', 'budget', 'cost', 'workflow', 'mcp-host'];

// Installs packages, so it runs where programs are fetched anyway: `make chart-test`.
describe.runIf(process.env['AICP_REQUIRE_HELM'])('what the image holds', () => {
  let folder: string;
  let files: string[];

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'aicp-image-')));
    await run(join(root, 'images/assemble.sh'), [folder]);
    const all = await readdir(folder, { recursive: true });
    // Links to our own packages, whose files stand beside node_modules too.
    files = all.filter((file) => !file.startsWith('node_modules/@aicp/'));
  }, 120_000);

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('starts every program', async () => {
    for (const program of [...SERVICES, 'certificates']) {
      const { said } = await start(folder, [program]);
      expect(said, program).toContain('the environment is not complete');
    }
  });

  it('is sources and packages, without tests, types, maps and development tools', () => {
    expect(files).toContain('services/gateway/src/main.ts');
    const packaged = files.filter((file) => file.startsWith('node_modules/'));
    expect(packaged.length).toBeGreaterThan(1000);
    expect(packaged.filter((file) => /\.([mc]?ts|map)$/.test(file))).toEqual([]);
    const ours = files.filter((file) => !file.startsWith('node_modules/'));
    expect(ours.filter((file) => /\.test\.ts$|\/testing\//.test(file))).toEqual([]);
    for (const tool of ['vitest', 'typescript', 'eslint', 'node', '@types']) {
      expect(files).not.toContain(`node_modules/${tool}`);
    }
  });

  it('has the console built, compressed, with the licences of what is in it', async () => {
    const console = files.filter((file) => file.startsWith('console/'));
    expect(console).toEqual(
      expect.arrayContaining(['console/dist/index.html', 'console/dist/licenses.md']),
    );
    expect(console.filter((file) => /^console\/dist\/assets\/.+\.js\.br$/.test(file))).not.toEqual(
      [],
    );
    expect(console.filter((file) => !/^console\/dist(\/|$)/.test(file))).toEqual([]);
    expect(await readFile(join(folder, 'console/dist/licenses.md'), 'utf8')).toContain('MIT');
  });

  it('keeps the licence of every package', () => {
    const licences = files.filter((file) => /node_modules\/.*\/licen[cs]e/i.test(file));
    expect(licences.length).toBeGreaterThan(100);
  });
});
