import { expect } from 'vitest';
import { formOf } from '../kit/fill-form.ts';
import { journey } from '../kit/journey.ts';
import { toast } from '../kit/object-journey.ts';
import { settled } from '../kit/settled.ts';
import type { Stage } from '../kit/stage.ts';
import { openTab, tabTo, walkTo } from './kit/keys.ts';

/** Lists and objects without a mouse. */
export function listsByKeys(stage: Stage): void {
  journey(stage, 'makes, saves and deletes a team by keys alone', async (scene) => {
    scene.atEnd(() => stage.cluster.removeWith('teams', { displayName: 'Keys alone' }));
    const page = await scene.page('/');
    await page.keyboard.press('g');
    await page.keyboard.press('t');
    await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor();
    await settled(page);
    await tabTo(page, page.getByRole('link', { name: 'New team', exact: true }).first());
    await page.keyboard.press('Enter');
    const textbox = (name: string) => formOf(page).getByRole('textbox', { name, exact: true });
    await tabTo(page, textbox('Name'));
    await page.keyboard.type('Keys alone');
    await tabTo(page, formOf(page).getByRole('button', { name: 'Create team' }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Keys alone' }).waitFor();
    const { metadata } = await stage.cluster.withSpec('teams', { displayName: 'Keys alone' });

    await openTab(page, 'Edit');
    await tabTo(page, textbox('Description'));
    await page.keyboard.type('No mouse');
    await page.keyboard.press('ControlOrMeta+Enter');
    await toast(page, 'Team saved');
    await stage.cluster.withSpec('teams', { displayName: 'Keys alone', description: 'No mouse' });

    scene.allow(new RegExp(`status of 404.*/${metadata.name}`));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await tabTo(page, page.getByRole('button', { name: 'More actions' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await walkTo(page, page.getByRole('menuitem', { name: 'Delete', exact: true }), 'ArrowDown');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: 'Delete', exact: true });
    await confirm.waitFor();
    await tabTo(page, confirm);
    await page.keyboard.press('Enter');
    await stage.cluster.without('teams', metadata.name);
    await dialog.waitFor({ state: 'hidden' });
  });

  journey(stage, 'searches a list, walks its rows and opens one by keys', async (scene) => {
    for (const name of ['walk-one', 'walk-two']) {
      scene.atEnd(() => stage.cluster.remove('teams', name));
      await stage.cluster.apply({ kind: 'Team', name, spec: { displayName: name } });
    }
    const page = await scene.page('/teams?sort=name');
    await page.getByRole('link', { name: 'walk-two', exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('walk-');
    await page.waitForURL(/q=walk-/);
    await settled(page);
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').blur();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.locator('[data-record="walk-two"][data-current="true"]').waitFor();
    await page.keyboard.press('k');
    await page.locator('[data-record="walk-one"][data-current="true"]').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'walk-one' }).waitFor();
  });

  journey(stage, 'tells its keys by one, and finds everything by another', async (scene) => {
    const page = await scene.page('/');
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Next row').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByPlaceholder(/Sections, objects/).waitFor();
    await page.keyboard.type('simulated');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /simulated/ })
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/providers\//);
    expect(new URL(page.url()).pathname).toBe('/providers/simulated');
  });
}
