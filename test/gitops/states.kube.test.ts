import {
  ACCEPTED_REASONS,
  ENFORCED_REASONS,
  PROGRAMMED_REASONS,
} from '@aicp/operator/kinds/kit/reasons';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { ARGOCD_SETTINGS, FLUX_KUSTOMIZATION, runJson } from './stage/engine.ts';
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
