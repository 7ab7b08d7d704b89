import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { Helm } from '../chart/helm.ts';
import { binaries } from '../kubernetes/binaries/binaries.ts';
import { ARGOCD_APPLICATION, FLUX_KUSTOMIZATION, runJson } from './stage/engine.ts';
import { describeGitops } from './stage/stage.ts';

const EXAMPLES = join(import.meta.dirname, '../../examples/gitops');
const ARGOCD_PLATFORM = join(EXAMPLES, 'argocd/platform.yaml');
const FLUX_PLATFORM = join(EXAMPLES, 'flux/platform.yaml');

const read = async (path: string): Promise<unknown[]> =>
  parseAllDocuments(await readFile(path, 'utf8')).map((document) => document.toJS() as unknown);

await describeGitops('the examples of GitOps', (programs) => {
  it('have no field that the types of Argo CD and Flux do not have', async () => {
    const answer = z.array(z.string());
    const check = async (program: string, ...files: string[]) =>
      await runJson({ program, args: ['check', ...files], answer });
    const argocd = await check(programs.argocd, ARGOCD_APPLICATION, ARGOCD_PLATFORM);
    expect(argocd).toEqual(['Application', 'Application']);
    const flux = await check(programs.flux, FLUX_KUSTOMIZATION, FLUX_PLATFORM);
    expect(flux).toEqual(['Kustomization', 'GitRepository', 'HelmRelease']);
  });

  it('give the chart values that it takes', async () => {
    const values = z.record(z.string(), z.unknown());
    const release = z.object({ spec: z.object({ values }) });
    const source = z.object({ helm: z.object({ valuesObject: values }) });
    const application = z.object({ spec: z.object({ source }) });
    const [, fluxRelease] = await read(FLUX_PLATFORM);
    const [argocdRelease] = await read(ARGOCD_PLATFORM);
    const helm = new Helm((await binaries(['helm'])).helm);
    for (const set of [
      release.parse(fluxRelease).spec.values,
      application.parse(argocdRelease).spec.source.helm.valuesObject,
    ]) {
      expect(await helm.template({ set })).toContain(
        'image: registry.example.com/ai-control-plane:',
      );
    }
  });
});
