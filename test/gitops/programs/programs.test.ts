import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { kinds } from '@aicp/crds/kinds';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { FLUX_KUSTOMIZATION } from '../stage/engine.ts';
import { gitopsPrograms } from './programs.ts';

describe('programs', () => {
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aicp-gitops-programs-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** A Go that says it is of this version, notes what it builds and makes an empty program of it. */
  async function fakeGo(version: string): Promise<void> {
    const script = `#!/bin/sh
[ "$1" = env ] && echo ${version} && exit
echo "$PWD" >> ${folder}/built
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\\n' > "$2" && chmod +x "$2"`;
    await writeFile(join(folder, 'go'), script);
    await chmod(join(folder, 'go'), 0o755);
  }

  const look = async (more: Record<string, string> = {}) =>
    await gitopsPrograms({
      environment: {
        PATH: [folder, process.env['PATH'] ?? ''].join(delimiter),
        XDG_CACHE_HOME: join(folder, 'cache'),
        ...more,
      },
      progress: () => undefined,
    });

  describe('the engines of Argo CD and Flux', () => {
    it('are built once, each from its own module, outside the work tree', async () => {
      await fakeGo('go1.26.8');
      const programs = await look();
      expect(programs?.argocd).toMatch(
        /\/cache\/aicp-test\/gitops\/argocd-[0-9a-f]{12}-.*\/argocd$/,
      );
      expect(await look()).toEqual(programs);
      const built = await readFile(join(folder, 'built'), 'utf8');
      expect(built.trim().split('\n')).toEqual([
        expect.stringMatching(/\/test\/gitops\/argocd$/),
        expect.stringMatching(/\/test\/gitops\/flux$/),
      ]);
    });

    it('are left out where Go is too old to build them', async () => {
      await fakeGo('go1.19.8');
      expect(await look()).toBeUndefined();
    });

    it('are an error where they are required and cannot be built', async () => {
      await fakeGo('go1.19.8');
      await expect(look({ AICP_REQUIRE_GITOPS: '1' })).rejects.toThrow(
        'AICP_REQUIRE_GITOPS is set and there is no Go 1.21 or later',
      );
    });
  });
});

it('the example for Flux judges each kind that there is in one way', async () => {
  const schema = z.object({
    spec: z.object({ healthCheckExprs: z.array(z.record(z.string(), z.string())) }),
  });
  const text = await readFile(FLUX_KUSTOMIZATION, 'utf8');
  const kustomization: unknown = parse(text, { merge: true });
  const checks = schema.parse(kustomization).spec.healthCheckExprs;
  expect(checks.map(({ kind }) => kind)).toEqual(kinds.map(({ kind }) => kind));
  const rest = checks.map(({ kind: _, ...check }) => JSON.stringify(check));
  expect(new Set(rest).size).toBe(1);
});
