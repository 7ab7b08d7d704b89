import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fromEnvtest } from './from-envtest.ts';
import { platform } from './surroundings.ts';

let folder = '';
let server: Server;
let address = '';
const files = new Map<string, Buffer | string>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aicp-envtest-'));
  files.clear();
  server = createServer((request, response) => {
    const body = files.get(request.url ?? '');
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

/** An archive as the releases have it. */
async function archive(): Promise<Buffer> {
  const inside = join(folder, 'controller-tools/envtest');
  await mkdir(inside, { recursive: true });
  for (const name of ['etcd', 'kube-apiserver', 'kubectl']) {
    await writeFile(join(inside, name), `#!/bin/sh\necho ${name}\n`);
    await chmod(join(inside, name), 0o755);
  }
  const path = join(folder, 'archive.tar.gz');
  execFileSync('tar', ['-czf', path, '-C', folder, 'controller-tools']);
  return await readFile(path);
}

const sha512 = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('hex');

/** Serves an index that has these versions, each with the same archive. */
function serve(versions: readonly string[], bytes: Buffer, hash = sha512(bytes)): void {
  const releases = versions.map((version): [string, object] => {
    const name = `envtest-${version}-${platform()}.tar.gz`;
    files.set(`/${name}`, bytes);
    return [version, { [name]: { hash, selfLink: `${address}/${name}` } }];
  });
  files.set('/index.yaml', JSON.stringify({ releases: Object.fromEntries(releases) }));
}

async function find(index = `${address}/index.yaml`) {
  const progress: string[] = [];
  const surroundings = {
    environment: { XDG_CACHE_HOME: join(folder, 'cache'), PATH: process.env['PATH'] },
    progress: (line: string) => progress.push(line),
  };
  const found = await fromEnvtest(index)(['kube-apiserver', 'etcd', 'helm'], surroundings);
  return { found, progress };
}

describe('the download of envtest binaries', () => {
  it('takes the newest patch of our minor version, and what the archive holds of the programs', async () => {
    serve(['v1.36.0', 'v1.36.10', 'v1.36.9', 'v1.37.0'], await archive());
    const { found, progress } = await find();
    expect(progress).toEqual([`downloading envtest-v1.36.10-${platform()}.tar.gz`]);
    expect([...found.keys()]).toEqual(['kube-apiserver', 'etcd']);
    expect(execFileSync(found.get('etcd')!, { encoding: 'utf8' })).toBe('etcd\n');
  });

  it('finds nothing where the archive is not the one that the index means', async () => {
    serve(['v1.36.2'], await archive(), 'f'.repeat(128));
    const { found, progress } = await find();
    expect(found.size).toBe(0);
    expect(progress[1]).toMatch(/could not be had: Error: its SHA-512 is/);
  });

  it('finds nothing where no build of our minor version is there', async () => {
    serve(['v1.35.2'], await archive());
    expect(await find()).toEqual({ found: new Map(), progress: [] });
  });

  it('falls through without a word where the internet is closed', async () => {
    const nowhere = 'http://127.0.0.1:9/index.yaml';
    expect(await find(nowhere)).toEqual({ found: new Map(), progress: [] });
    expect(await find(`${address}/missing`)).toEqual({ found: new Map(), progress: [] });
  });
});
