import { expect } from 'vitest';
import { openPage } from '../../accessibility/kit/open-page.ts';
import { fillForm, formOf } from '../../kit/fill-form.ts';
import { sideJourney } from '../../kit/journey.ts';
import type { Stage } from '../../kit/stage.ts';
import { MODEL, PROVIDER } from '../kit/hostile-objects.ts';
import { refuse, WHY } from '../kit/refuse.ts';
import { IDENTIFIER, PROMPT, shownText } from '../kit/texts.ts';
import { Watch } from '../kit/watch.ts';

/** A model whose end nobody has announced. */
const ENDING = `hostile-end/${IDENTIFIER}`;

/** Models, which have no name but an id, and their ends: the forms of both, and the dialog that announces one. */
export function ends(stage: Stage): void {
  sideJourney(stage, 'stays text where models and their ends are typed', async (scene) => {
    await stage.admin.json('POST', '/api/v1/models', { id: ENDING, provider: PROVIDER });
    const watch = await Watch.over(await scene.page('/'));
    const { page } = watch;
    // The page of what is gone asks for it once more.
    scene.allow(/status of (404|422)/);
    await refuse(page, 'POST');
    const faults: string[] = [];
    const forms = {
      '/models': ['ID', 'Create model'],
      '/deprecations': ['Model name', 'Create deprecation'],
    };
    for (const [list, [title = '', action = '']] of Object.entries(forms)) {
      await openPage(page, `${list}/_new`);
      await formOf(page).waitFor();
      await fillForm(page, { [title]: MODEL });
      await formOf(page).getByRole('button', { name: action, exact: true }).click();
      await formOf(page).getByText(WHY).first().waitFor();
      faults.push(...(await watch.faults(`${list}/_new`)));
      // What was typed would be asked for before it is left.
      await fillForm(page, { [title]: '' });
    }
    await openPage(page, `/models/${encodeURIComponent(ENDING)}`);
    await page.getByRole('button', { name: 'Announce its end', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Announce the end of/ });
    await dialog.getByText(shownText(IDENTIFIER)).first().waitFor();
    await dialog.getByRole('textbox', { name: 'What users should know' }).fill(PROMPT);
    faults.push(...(await watch.faults('the dialog of an end')));
    await dialog.getByRole('button', { name: 'Announce', exact: true }).click();
    await page.getByRole('alert').getByText(WHY).first().waitFor();
    faults.push(...(await watch.faults('an end that is refused')));
    await page.unrouteAll();
    await page.route(/\/api\/v1\/deprecations$/, async (route) => {
      await route.fulfill({ status: 201, json: { id: 'hostile' } });
    });
    await dialog.getByRole('button', { name: 'Announce', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const done = `The end of ${shownText(ENDING)} is announced.`;
    await page.getByRole('alert').getByText(done).waitFor();
    faults.push(...(await watch.faults('an end that is announced')));
    await stage.admin.json('DELETE', `/api/v1/models/${encodeURIComponent(ENDING)}`);
    expect(faults).toEqual([]);
  });
}
