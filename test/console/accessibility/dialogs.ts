import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sideJourney } from '../kit/journey.ts';
import { settled } from '../kit/settled.ts';
import type { Stage } from '../kit/stage.ts';
import { faultsIn } from '../axe/axe.ts';
import { GUARDS, OF_LISTS, OF_OBJECTS, OF_THE_FRAME, type Opening } from './dialog-table.ts';
import { TWO_LOOKS } from '../axe/looks.ts';

const KINDS_OF = {
  'of objects': OF_OBJECTS,
  'of lists': OF_LISTS,
  'of the frame': OF_THE_FRAME,
  'that keep what was typed': GUARDS,
};

/** Every dialog and menu, as it opens. */
export function dialogs(stage: Stage): void {
  for (const [kind, openings] of Object.entries(KINDS_OF)) {
    sideJourney(stage, `can be answered by everybody: dialogs ${kind}`, async (scene) => {
      const page = await scene.page('/');
      const faults: string[] = [];
      for (const opening of openings) faults.push(...(await faultsOfOpening(page, opening)));
      expect(faults).toEqual([]);
    });
  }
}

/** Each begins at a page that is loaded anew: nothing of the one before is in its way. */
async function faultsOfOpening(page: Page, opening: Opening): Promise<string[]> {
  const { what, path, open, role = 'dialog' } = opening;
  // What was typed into a page asks before it is left.
  page.once('dialog', (asked) => void asked.accept());
  await page.goto(path);
  page.removeAllListeners('dialog');
  await settled(page);
  await open(page);
  await page.getByRole(role).last().waitFor();
  await settled(page);
  return await faultsIn(page, { looks: TWO_LOOKS, what });
}
