import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openPage } from '../accessibility/open-page.ts';
import { fillForm, formOf } from '../kit/fill-form.ts';
import { sideJourney } from '../kit/journey.ts';
import type { Stage } from '../kit/stage.ts';
import type { HostileObject } from './hostile-objects.ts';
import { REFUSAL, SCRIPT_ADDRESS, shownText } from './texts.ts';
import { Watch } from './watch.ts';

/** How the API begins to say why it refuses, as it is read. */
const WHY = shownText(REFUSAL).slice(0, 150);

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

  sideJourney(stage, 'stays text where addresses that would run are refused', async (scene) => {
    const watch = await Watch.over(await scene.page('/'));
    const { page } = watch;
    const faults: string[] = [];
    for (const list of ['/agents', '/providers']) {
      await openPage(page, `${list}/_new`);
      const title = list === '/agents' ? 'URL' : 'Base URL';
      await fillForm(page, { Name: 'Hostile', [title]: SCRIPT_ADDRESS });
      await formOf(page).getByText('must be an http or https address').first().waitFor();
      faults.push(...(await watch.faults(`${list}/_new`)));
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

/** Has the API refuse whatever is written by these methods, in hostile words. */
async function refuse(page: Page, ...methods: readonly string[]): Promise<void> {
  await page.route(/\/api\/v1\//, async (route) => {
    if (!methods.includes(route.request().method())) {
      await route.fallback();
      return;
    }
    const paths = ['name', 'description', 'metadata', REFUSAL.slice(0, 300)];
    await route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      json: {
        ...{ status: 422, title: REFUSAL, detail: REFUSAL, instance: REFUSAL },
        errors: paths.map((at) => ({ path: at, message: REFUSAL })),
      },
    });
  });
}
