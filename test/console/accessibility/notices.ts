import { expect } from 'vitest';
import { sideJourney } from '../kit/journey.ts';
import type { Stage } from '../kit/stage.ts';
import { faultsIn, OF_LOOKS } from '../axe/axe.ts';
import { TWO_LOOKS } from '../axe/looks.ts';

/** What axe calls each, and what has it: as it stands in dialogs, in toasts and in rows, which hold the same. */
const FAULTS = {
  'button-name': '<button></button>',
  label: '<input type="text">',
  'aria-valid-attr-value': '<div role="alert" aria-live="loud">Done</div>',
  'color-contrast': '<p data-hard>It is hard to read</p>',
  'image-alt': '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
};

/** That the other tests here can fail. */
export function notices(stage: Stage): void {
  sideJourney(stage, 'would notice what not everybody can read', async (scene) => {
    const page = await scene.page('/teams/seen-team');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    expect(await faultsIn(page, { looks: TWO_LOOKS })).toEqual([]);
    await dialog.evaluate(insert, Object.values(FAULTS).join(''));
    const faults = await faultsIn(page, { looks: TWO_LOOKS, what: 'the question' });
    for (const rule of Object.keys(FAULTS)) {
      // What depends on no look is read in the first alone.
      for (const { scheme } of OF_LOOKS.includes(rule) ? TWO_LOOKS : TWO_LOOKS.slice(0, 1)) {
        const found = faults.filter((fault) => fault.includes(` ${rule}: `));
        expect(
          found.filter((fault) => fault.includes(scheme)),
          `${rule}, ${scheme}`,
        ).not.toEqual([]);
      }
    }
  });
}

/** Runs in the page, whose policy lets no markup bring styles of its own. */
function insert(dialog: Element, html: string): void {
  dialog.insertAdjacentHTML('beforeend', html);
  const hard = dialog.querySelector<HTMLElement>('[data-hard]');
  if (hard) Object.assign(hard.style, { color: '#888', background: '#999' });
}
