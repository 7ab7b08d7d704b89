import { expect } from 'vitest';
import { journey } from '../kit/journey.ts';
import type { Stage } from '../kit/stage.ts';

/** Settings that Git keeps: what is changed is a draft, to be committed there. */
export function settingsInGit(stage: Stage): void {
  journey(stage, 'shows what to commit in place of saving the settings', async (scene) => {
    const { cluster } = stage;
    const owned = (annotations: Readonly<Record<string, string>>) =>
      cluster.apply({ kind: 'ControlPlane', name: 'default', spec: {}, annotations });
    await owned({
      'argocd.argoproj.io/tracking-id': 'platform:aicp.dev/ControlPlane:default/default',
    });
    const page = await scene.page('/settings');
    await page.getByText('Argo CD owns this object').waitFor();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    const show = page.getByRole('button', { name: 'Show the YAML to commit' });
    expect(await show.isDisabled()).toBe(true);
    await page.getByRole('switch', { name: 'Maintenance', exact: true }).press('Space');
    scene.allow(/status of (403|409).*settings/);
    await show.click();
    await page.getByRole('heading', { name: 'What to commit' }).waitFor();
    await page.getByText(/Nothing is saved here/).waitFor();
    await page.getByText('maintenanceMode: true').first().waitFor();
    await page.getByRole('button', { name: 'Back to the draft' }).click();
    expect(await page.getByRole('switch', { name: 'Maintenance' }).isChecked()).toBe(true);
    const [settings] = await cluster.list('controlplanes');
    expect(settings?.spec['features']).not.toMatchObject({ maintenanceMode: true });
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await owned({});
    await page.getByText('Argo CD owns this object').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  });
}
