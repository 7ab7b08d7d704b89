import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { binaries } from './binaries.ts';
import { fromEnvtest } from './from-envtest.ts';
import { fromGo } from './from-go.ts';
import { PROGRAMS, VERSIONS } from './programs.ts';
import { type Source, cachedPath, fromCache, platform } from './sources.ts';

describe('binaries', () => {
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aicp-binaries-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function program(path: string, script = 'exit 0'): Promise<string> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
    return path;
  }

  const cache = () => join(folder, 'cache');
  const environment = (more: Record<string, string> = {}) => ({ XDG_CACHE_HOME: cache(), ...more });
  const quiet = () => undefined;

  /** Makes each program as an empty script in the cache, and counts. */
  function counted(): { source: Source; made: string[] } {
    const made: string[] = [];
    const source: Source = async (names, { environment: where }) => {
      made.push(...names);
      const pairs = names.map(
        async (name) => [name, await program(cachedPath(name, where))] as const,
      );
      return new Map(await Promise.all(pairs));
    };
    return { source, made };
  }

  describe('where programs come from', () => {
    it('takes the folder that KUBEBUILDER_ASSETS names before all else', async () => {
      const assets = join(folder, 'assets');
      const inAssets = await program(join(assets, 'etcd'));
      await program(join(folder, 'bin/etcd'));
      const found = await binaries(['etcd'], {
        environment: environment({ KUBEBUILDER_ASSETS: assets, PATH: join(folder, 'bin') }),
        toMake: [],
      });
      expect(found).toEqual({ etcd: inAssets });
    });

    it("takes etcd and kubectl from the PATH, but never an API server of the machine's own version", async () => {
      const bin = join(folder, 'bin');
      await program(join(bin, 'etcd'));
      await program(join(bin, 'kubectl'));
      await program(join(bin, 'kube-apiserver'));
      const { source, made } = counted();
      const found = await binaries(['etcd', 'kubectl', 'kube-apiserver'], {
        environment: environment({ PATH: bin }),
        progress: quiet,
        toMake: [source],
      });
      expect(found.etcd).toBe(join(bin, 'etcd'));
      expect(found.kubectl).toBe(join(bin, 'kubectl'));
      expect(made).toEqual(['kube-apiserver']);
    });

    it('makes a program once and finds it in the cache from then on', async () => {
      const { source, made } = counted();
      const options = { environment: environment(), progress: quiet, toMake: [fromCache, source] };
      const first = await binaries(['kube-apiserver'], options);
      const second = await binaries(['kube-apiserver'], options);
      expect(second).toEqual(first);
      expect(made).toEqual(['kube-apiserver']);
    });

    it('lets one of two that need the same program make it, and the other wait for it', async () => {
      const { source, made } = counted();
      const options = { environment: environment(), progress: quiet, toMake: [fromCache, source] };
      const all = await Promise.all([
        binaries(['kube-apiserver'], options),
        binaries(['kube-apiserver'], options),
      ]);
      expect(all[0]).toEqual(all[1]);
      expect(made).toEqual(['kube-apiserver']);
    });

    it('says what would help where a program cannot be had', async () => {
      const options = { environment: environment(), progress: quiet, toMake: [] };
      await expect(binaries(['kube-apiserver'], options)).rejects.toThrow(
        'kube-apiserver 1.36.2 is not at hand: install Go 1.26 to build it, or set KUBEBUILDER_ASSETS',
      );
    });
  });

  describe('building with Go', () => {
    /** A `go` that writes down how it was called and makes the file that it was asked for. */
    const fakeGo = async (script: string) => await program(join(folder, 'go-bin/go'), script);
    const path = () => `${join(folder, 'go-bin')}:/usr/bin:/bin`;
    const writesOutput =
      'case $1 in env) echo go1.26.0;; build) while [ "$1" != -o ]; do shift; done; touch "$2"; chmod 755 "$2";; install) touch "$GOBIN/helm"; chmod 755 "$GOBIN/helm";; esac';

    it('keeps nothing of a build that failed, and tells what the compiler said', async () => {
      await fakeGo('[ "$1" = env ] && echo go1.26.0 && exit 0; echo "undefined: x"; exit 1');
      const where = environment({ PATH: path() });
      const options = { environment: where, progress: quiet, toMake: [fromGo] };
      await expect(binaries(['kube-scheduler'], options)).rejects.toThrow('undefined: x');
      expect(await readdir(dirname(cachedPath('kube-scheduler', where)))).toEqual([]);
    });

    it('does not try with a Go that is too old, and says so', async () => {
      await fakeGo('echo go1.19.8');
      const said: string[] = [];
      const progress = (line: string) => said.push(line);
      const options = { environment: environment({ PATH: path() }), progress, toMake: [fromGo] };
      await expect(binaries(['kubelet'], options)).rejects.toThrow('install Go 1.26');
      expect(said).toEqual(['go1.19.8 is too old to build with: 1.21 is the oldest']);
    });

    it('keeps what it built under its version, and nothing else', async () => {
      await fakeGo(writesOutput);
      const where = environment({ PATH: path() });
      const options = { environment: where, progress: quiet, toMake: [fromGo] };
      const found = await binaries(['kube-apiserver', 'kubelet'], options);
      const kept = join(cache(), 'aicp-test/kubernetes', `${VERSIONS.kubernetes}-${platform()}`);
      expect(found['kube-apiserver']).toBe(join(kept, 'kube-apiserver'));
      expect(await readdir(kept)).toEqual(['kube-apiserver', 'kubelet']);
    });

    it('installs Helm by its version, and tells it which Kubernetes it is for', async () => {
      const calls = join(folder, 'calls');
      await fakeGo(`echo "$@" >> ${calls}; ${writesOutput}`);
      await binaries(['helm'], {
        environment: environment({ PATH: path() }),
        progress: quiet,
        toMake: [fromGo],
      });
      const said = await readFile(calls, 'utf8');
      expect(said).toContain(`helm.sh/helm/v3/cmd/helm@v${VERSIONS.helm}`);
      expect(said).toContain('chartutil.k8sVersionMinor=36');
    });
  });

  describe('the versions', () => {
    it('are those that the Go modules pin', async () => {
      const module = await readFile(join(import.meta.dirname, 'go.mod'), 'utf8');
      expect(module).toContain(`k8s.io/kubernetes v${VERSIONS.kubernetes} `);
      const etcd = await readFile(join(import.meta.dirname, 'etcd/go.mod'), 'utf8');
      expect(etcd).toContain(`go.etcd.io/etcd/server/v3 v${VERSIONS.etcd}`);
    });

    it('are built from packages that the Go modules name as tools', async () => {
      const modules = await Promise.all(
        ['go.mod', 'etcd/go.mod'].map((file) => readFile(join(import.meta.dirname, file), 'utf8')),
      );
      for (const { product, goPackage } of Object.values(PROGRAMS)) {
        if (product !== 'kubernetes' && product !== 'etcd') continue;
        expect(modules.join('\n')).toMatch(new RegExp(`(tool|\t) ?${goPackage}\n`));
      }
    });
  });
});

describe('from envtest', () => {
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
});
