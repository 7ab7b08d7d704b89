import { expect } from 'vitest';
import { openPage } from '../accessibility/kit/open-page.ts';
import { formOf } from '../kit/fill-form.ts';
import { sideJourney } from '../kit/journey.ts';
import type { Stage } from '../kit/stage.ts';
import type { HostileObject } from './kit/hostile-objects.ts';
import { refuse, WHY } from './kit/refuse.ts';
import { Watch } from './kit/watch.ts';

/** What the API says of what it refuses: in forms, in dialogs, and at the edge of the page. */
export function refusals(stage: Stage, made: readonly HostileObject[]): void {
  sideJourney(stage, 'stays text where forms are refused', async (scene) => {
    const watch = await Watch.over(await scene.page('/'));
    const { page } = watch;
    scene.allow(/status of 422/);
    await refuse(page, 'POST');
    const faults: string[] = [];
    for (const { page: list } of made) {
      await openPage(page, `${list}/_new`);
      const field = formOf(page).getByRole('textbox', { name: 'Name', exact: true }).first();
      await formOf(page).waitFor();
      // Models and their deprecations have no such field.
      if ((await field.count()) === 0) continue;
      await field.fill('refused');
      await formOf(page).getByText(WHY).first().waitFor();
      faults.push(...(await watch.faults(`${list}/_new`)));
      // What was typed would be asked for before it is left.
      await field.fill('');
    }
    expect(faults).toEqual([]);
  });

  sideJourney(stage, 'stays text at the edge of the page and in dialogs', async (scene) => {
    const team = made.find(({ page }) => page === '/teams');
    const path = `/teams/${team?.id ?? ''}`;
    const watch = await Watch.over(await scene.page(path));
    const { page } = watch;
    scene.allow(/status of 422/);
    await refuse(page, 'POST', 'DELETE');
    await openPage(page, '/prompts/hostile-prompt');
    await page
      .getByRole('button', { name: /Approve/ })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Approve/ })
      .click();
    await page.getByRole('alert').getByText(WHY).first().waitFor();
    const faults = await watch.faults('toast');
    await openPage(page, path);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByText(WHY).first().waitFor();
    faults.push(...(await watch.faults('refused deletion')));
    expect(faults).toEqual([]);
  });
}
