import { expect } from 'vitest';
import { openPage } from '../../accessibility/kit/open-page.ts';
import { sideJourney } from '../../kit/journey.ts';
import type { Stage } from '../../kit/stage.ts';
import type { HostileObject } from '../kit/hostile-objects.ts';
import { Watch } from '../kit/watch.ts';

/** Buttons on pages of objects that open dialogs, which say what of. */
const BUTTONS = {
  '/subscriptions': ['Send a test', 'Rotate secret'],
  '/providers': ['Test'],
  '/api-keys': ['Block', 'Rotate'],
  '/budgets': ['Raise for a while'],
  '/ab-tests': ['Start'],
} as const;

/** Dialogs that the buttons of an object open. */
export function dialogs(stage: Stage, made: readonly HostileObject[]): void {
  sideJourney(stage, 'stays text in the dialogs of objects', async (scene) => {
    const watch = await Watch.over(await scene.page('/'));
    const { page } = watch;
    // The test of a provider begins as its dialog opens, and may find nothing there.
    scene.allow(/status of 5\d\d/);
    const faults: string[] = [];
    for (const [list, names] of Object.entries(BUTTONS)) {
      const id = made.find((object) => object.page === list)?.id ?? '';
      await openPage(page, `${list}/${encodeURIComponent(id)}`);
      for (const name of names) {
        await page.getByRole('button', { name, exact: true }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button').last().waitFor();
        faults.push(...(await watch.faults(`${list}, ${name}`)));
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      }
    }
    expect(faults).toEqual([]);
  });
}
