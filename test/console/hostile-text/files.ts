import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { openPage } from '../accessibility/open-page.ts';
import { sideJourney } from '../kit/journey.ts';
import type { Stage } from '../kit/stage.ts';
import { MARKUP } from './texts.ts';

/** Lists whose names begin as formulas do, each in another way. */
const LISTS = ['/organizations', '/teams', '/providers', '/prompts', '/rate-limits'] as const;

/** A cell that a spreadsheet would compute. */
const FORMULA = /(^|\n|,)"?[=+\-@\t]/;

/** What is saved as a file. */
export function files(stage: Stage): void {
  sideJourney(stage, 'saves no formulas in files', async (scene) => {
    const page = await scene.page('/');
    for (const list of LISTS) {
      await openPage(page, list);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save as CSV' }).click(),
      ]);
      const csv = await readFile(await download.path(), 'utf8');
      expect(csv).toContain(MARKUP.replaceAll('"', '""'));
      expect(csv).not.toMatch(FORMULA);
    }
  });
}
