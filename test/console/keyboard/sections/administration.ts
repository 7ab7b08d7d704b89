import { expect } from 'vitest';
import { journey } from '../../kit/journey.ts';
import { KINDS } from '../../kit/kinds.ts';
import { settled } from '../../kit/settled.ts';
import type { Stage } from '../../kit/stage.ts';
import { inPage } from '../kit/answer.ts';
import { makeByKeys } from '../kit/fill.ts';
import { enter, openTab, tabTo, typeInto } from '../kit/keys.ts';

/** Organizations and settings without a mouse. */
export function administrationByKeys(stage: Stage): void {
  journey(stage, 'makes an organization and adds a member by keys alone', async (scene) => {
    scene.atEnd(() => stage.cluster.removeWith('organizations', { displayName: 'Org by keys' }));
    const page = await scene.page(KINDS.organization.page);
    await makeByKeys(page, KINDS.organization, {
      Name: 'Org by keys',
      'Short name': 'org-by-keys',
    });
    await openTab(page, 'Members');
    await settled(page);
    await typeInto(page, page.getByRole('combobox', { name: 'Person' }), 'hopper');
    await enter(page, inPage(page, 'Add member'));
    await page.getByRole('button', { name: 'Remove hopper' }).waitFor();
  });

  journey(stage, 'switches a feature and activates a license by keys alone', async (scene) => {
    const { cluster, issuer } = stage;
    scene.atEnd(() => cluster.remove('licenses', 'default'));
    const page = await scene.page('/settings');
    const cache = page.getByRole('switch', { name: 'Answer cache', exact: true });
    const before = await cache.isChecked();
    for (const wanted of [!before, before]) {
      await tabTo(page, cache);
      await page.keyboard.press('Space');
      await enter(page, inPage(page, 'Save'));
      await page.getByText('saved').first().waitFor();
      expect(await cache.isChecked()).toBe(wanted);
    }
    await enter(page, page.getByRole('link', { name: 'License', exact: true }));
    await settled(page);
    const field = page.getByRole('textbox', { name: 'License key', exact: true });
    await typeInto(page, field, await issuer.endingIn(90.5));
    await enter(page, inPage(page, 'Activate'));
    await page.getByText('The license is valid.', { exact: true }).waitFor();
  });
}
