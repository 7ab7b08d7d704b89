import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildConsole } from './build-console.ts';

const SCRIPT = 'export const console = "of the control plane";\n'.repeat(100);

describe('the build of the console', () => {
  let root: string;
  let target: string;
  let bundles: number;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'aicp-console-build-'));
    target = join(root, 'console/dist');
    bundles = 0;
    await write('console/src/main.tsx', 'main');
    await write('console/package.json', '{}');
    await write('package-lock.json', '{}');
    await write('services/admin/client.ts', 'client');
  });
  afterEach(async () => {
    await rm(root, { recursive: true });
  });

  const write = async (path: string, text: string) => {
    const whole = join(root, path);
    await mkdir(join(whole, '..'), { recursive: true });
    await writeFile(whole, text);
  };
  const bundle = async (_console: string, fresh: string) => {
    bundles += 1;
    await mkdir(join(fresh, 'assets'), { recursive: true });
    await writeFile(join(fresh, 'index.html'), `build ${bundles}`);
    await writeFile(join(fresh, 'assets/index.js'), SCRIPT);
    await writeFile(join(fresh, 'assets/short.js'), 'short');
    return ['services/admin/client.ts'];
  };
  const build = (how = bundle) =>
    buildConsole({
      console: join(root, 'console'),
      target,
      bundle: how,
      onBegin: () => undefined,
    });
  const page = () => readFile(join(target, 'index.html'), 'utf8');

  it('is made once, and again when a source, a setting, the lock file or a file of another workspace changes', async () => {
    expect(await build()).toBe(true);
    expect(await build()).toBe(false);
    const changed = ['console/src/main.tsx', 'console/package.json', 'console/src/new.ts'];
    for (const path of [...changed, 'package-lock.json', 'services/admin/client.ts']) {
      await write(path, `changed ${path}`);
      expect(await build(), path).toBe(true);
      expect(await build(), path).toBe(false);
    }
    await rm(join(root, 'console/src/new.ts'));
    expect(await build(), 'a file went').toBe(true);
    for (const path of ['console/src/main.test.tsx', 'console/node_modules/x.js', 'readme.md']) {
      await write(path, 'changed');
      expect(await build(), path).toBe(false);
    }
  });

  it('leaves compressed texts beside their files', async () => {
    await build();
    const assets = join(target, 'assets');
    expect((await readdir(assets)).toSorted()).toEqual([
      'index.js',
      'index.js.br',
      'index.js.gz',
      'short.js',
    ]);
    const read = (name: string) => readFile(join(assets, name));
    expect(brotliDecompressSync(await read('index.js.br')).toString()).toBe(SCRIPT);
    expect(gunzipSync(await read('index.js.gz')).toString()).toBe(SCRIPT);
  });

  it('leaves what was there where it fails, and nothing beside it', async () => {
    await build();
    await write('console/src/main.tsx', 'wrong');
    const failing = () => Promise.reject(new Error('it cannot be read'));
    await expect(build(failing)).rejects.toThrow('it cannot be read');
    expect(await page()).toBe('build 1');
    expect(await readdir(join(root, 'console'))).not.toContain('dist.building');
    expect(await build()).toBe(true);
  });

  it('is made again where a source changed meanwhile', async () => {
    await build(async (console, fresh) => {
      await write('console/src/main.tsx', 'changed while it was built');
      return await bundle(console, fresh);
    });
    expect(await build()).toBe(true);
    expect(await build()).toBe(false);
  });

  it('is made by one of those that want it at the same time', async () => {
    const done = await Promise.all([build(), build(), build()]);
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(bundles).toBe(1);
  });

  it('takes over what a process left that is gone', async () => {
    // No process has this id: it is above the highest.
    await write('console/dist.building/pid', '4194305');
    await write('console/dist.building/dist/index.html', 'half');
    expect(await build()).toBe(true);
    expect(await page()).toBe('build 1');
  });
});
