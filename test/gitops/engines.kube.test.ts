import { ACCEPTED_REASONS, ENFORCED_REASONS, PROGRAMMED_REASONS } from '@aicp/crds/reasons/reasons';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { Helm } from '../chart/helm.ts';
import { binaries } from '../kubernetes/binaries/binaries.ts';
import {
  ARGOCD_SETTINGS,
  FLUX_KUSTOMIZATION,
  runJson,
  ARGOCD_APPLICATION,
} from './stage/engine.ts';
import { type Said, documentedStates, everyState } from './stage/every-state.ts';
import { GitopsStage, type Live, describeGitops } from './stage/stage.ts';

const byArgo = z.array(z.object({ status: z.string(), message: z.string() }));
const byFlux = z.array(z.object({ kstatus: z.string(), flux: z.string(), message: z.string() }));

await describeGitops('what Argo CD, Flux and kstatus say of our objects', (programs) => {
  let states: [name: string, live: Live][];
  let argocd: z.output<typeof byArgo>;
  let flux: z.output<typeof byFlux>;

  beforeAll(async () => {
    await using stage = await GitopsStage.set();
    states = Object.entries(await everyState(stage));
    const input = states.map(([, live]) => live);
    argocd = await runJson({
      program: programs.argocd,
      args: ['health', '-settings', ARGOCD_SETTINGS],
      input,
      answer: byArgo,
    });
    flux = await runJson({
      program: programs.flux,
      args: ['health', '-kustomization', FLUX_KUSTOMIZATION],
      input,
      answer: byFlux,
    });
  });

  it('is in every state what the page on GitOps says', async () => {
    const said = states.map(([state], index): [string, Said] => {
      const { kstatus, flux: checked } = flux[index]!;
      return [state, { kstatus, flux: checked, argocd: argocd[index]!.status }];
    });
    expect(Object.fromEntries(said)).toEqual(await documentedStates());
  });

  it('covers every reason that conditions may give', () => {
    const covered = new Set(states.map(([state]) => state));
    const all = [ACCEPTED_REASONS, PROGRAMMED_REASONS, ENFORCED_REASONS];
    const reasons = new Set(all.flatMap((one) => Object.keys(one)));
    // Of an object that is in force, or that says another condition's reason.
    for (const inner of ['Accepted', 'NotAccepted', 'Enforced']) reasons.delete(inner);
    expect(reasons.difference(covered)).toEqual(new Set());
  });

  it('has the words of the operator where something is wrong', () => {
    for (const [index, [state, live]] of states.entries()) {
      const ready = live.status?.conditions?.find(({ type }) => type === 'Ready');
      if (!ready || ['changed', 'deleting'].includes(state)) continue;
      expect(argocd[index]!.message).toBe(`${ready.reason}: ${ready.message}`);
      if (flux[index]!.kstatus === 'Failed') expect(flux[index]!.message).toBe(ready.message);
    }
  });
});

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
