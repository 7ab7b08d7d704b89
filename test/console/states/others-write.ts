import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { fillForm, formOf } from '../kit/fill-form.ts';
import { journey } from '../kit/journey.ts';
import { toast } from '../kit/object-journey.ts';
import type { Stage } from '../kit/stage.ts';

const TEAM = `
apiVersion: aicp.dev/v1alpha1
kind: Team
metadata: { name: evening }
spec: { displayName: Evening shift }
`;

/** So soon what others write is seen, ms: 2 s, where nobody else has the machine. */
const SOON = { timeout: process.env['AICP_EXACT_TIMES'] === '1' ? 2_000 : 30_000 };

/** What the console shows of what others do at the same time. */
export function othersWrite(stage: Stage): void {
  journey(stage, 'shows what somebody applied and deleted', async (scene) => {
    const page = await scene.page('/teams');
    const manifest = join(stage.aicp.directory, 'team.yaml');
    await writeFile(manifest, TEAM);
    const { code, err } = await stage.aicp.aicp(['apply', '-f', manifest]);
    expect(code, err).toBe(0);
    const link = page.getByRole('link', { name: 'Evening shift', exact: true });
    await link.waitFor(SOON);
    await stage.cluster.remove('teams', 'evening');
    await link.waitFor({ state: 'detached', ...SOON });
  });

  journey(stage, 'shows on the page of an object what somebody applied', async (scene) => {
    const { cluster } = stage;
    const spec = { displayName: 'Changing shift' };
    await cluster.apply({ kind: 'Team', name: 'changing', spec });
    const page = await scene.page('/teams/changing');
    await cluster.apply({ kind: 'Team', name: 'changing', spec: { displayName: 'Changed shift' } });
    await page.getByRole('heading', { level: 1, name: 'Changed shift' }).waitFor(SOON);
    scene.allow(/status of 404.*\/changing/);
    await cluster.remove('teams', 'changing');
    await page.getByText('This team was deleted').waitFor();
  });

  journey(
    stage,
    'follows nothing in a tab that nobody sees, and catches up when it is seen',
    async (scene) => {
      const { cluster } = stage;
      const page = await scene.page('/teams');
      const isSeen = async (state: DocumentVisibilityState): Promise<void> => {
        await page.evaluate(
          `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true }); document.dispatchEvent(new Event('visibilitychange'))`,
        );
      };
      const ended = page.waitForEvent('requestfailed', (request) => /changes$/.test(request.url()));
      await isSeen('hidden');
      await ended;
      const spec = { displayName: 'Unseen shift' };
      await cluster.apply({ kind: 'Team', name: 'unseen', spec });
      await isSeen('visible');
      await page.getByRole('link', { name: 'Unseen shift', exact: true }).waitFor(SOON);
      await cluster.remove('teams', 'unseen');
    },
  );

  journey(stage, 'compares what two people changed, and loses nothing', async (scene) => {
    const { cluster } = stage;
    const name = 'contested';
    await cluster.apply({ kind: 'Team', name, spec: { displayName: 'Contested', rpmLimit: 10 } });
    const page = await scene.page(`/teams/${name}?tab=edit`);
    await fillForm(page, { Description: 'Written in the console' });
    const theirs = { displayName: 'Contested', rpmLimit: 20 };
    await cluster.apply({ kind: 'Team', name, spec: theirs });
    await page.getByText('Somebody else changed this meanwhile').waitFor();
    await formOf(page).getByRole('textbox', { name: 'Description', exact: true }).waitFor();
    scene.allow(/status of 412/);
    await formOf(page).getByRole('button', { name: 'Save', exact: true }).click();
    const keepMine = page.getByRole('button', { name: 'Keep mine on top of theirs' });
    await keepMine.waitFor();
    await page.getByText('What you changed', { exact: true }).click();
    await page.getByText('Written in the console').first().waitFor();
    await keepMine.click();
    await formOf(page).getByRole('button', { name: 'Save', exact: true }).click();
    await toast(page, 'Team saved');
    await cluster.withSpec('teams', { ...theirs, description: 'Written in the console' });
    await cluster.remove('teams', name);
  });

  journey(stage, 'offers a draft in place of saving where Git owns the object', async (scene) => {
    const { cluster } = stage;
    const name = 'from-git';
    const trackingId = `platform:aicp.dev/Team:default/${name}`;
    await cluster.apply({
      kind: 'Team',
      name,
      spec: { displayName: 'From Git', rpmLimit: 10 },
      annotations: { 'argocd.argoproj.io/tracking-id': trackingId },
    });
    const page = await scene.page(`/teams/${name}?tab=edit`);
    await page.getByText('Argo CD owns this object').waitFor();
    expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(0);
    const editor = page.getByRole('textbox', { name: `YAML of the team ${name}` });
    await editor.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('# to be reviewed');
    await page.getByRole('button', { name: 'Show what you changed' }).click();
    await page.getByText('# to be reviewed').first().waitFor();
    await page.getByRole('button', { name: 'Drop the draft' }).click();
    expect(await page.getByText('# to be reviewed').count()).toBe(0);
    await cluster.remove('teams', name);
  });
}
