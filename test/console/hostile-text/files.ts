import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openPage } from '../accessibility/kit/open-page.ts';
import { sideJourney } from '../kit/journey.ts';
import type { Stage } from '../kit/stage.ts';
import { MODEL } from './kit/hostile-objects.ts';
import { FORMULA_TEXTS, IDENTIFIER, MARKUP } from './kit/texts.ts';

/** Lists whose names begin as formulas do, each in another way. */
const LISTS = ['/organizations', '/teams', '/providers', '/prompts', '/rate-limits'] as const;

/** A cell of CSV, quoted or not, after what ends the one before. */
const CELL = /(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g;

/** What a spreadsheet would compute: at the begin of a cell, or behind what some take for its end. */
const FORMULA = /^[=+\-@\t\r]|[;\t\r\n][=+\-@]/;
const AMOUNT = /^-?\d+(\.\d+)?$/;

/** What is saved as a file. */
export function files(stage: Stage): void {
  sideJourney(stage, 'saves no formulas in files', async (scene) => {
    const page = await scene.page('/');
    for (const list of LISTS) {
      await openPage(page, list);
      const cells = await savedBy(page, 'Save as CSV');
      expect(cells.join('\n')).toContain(MARKUP);
      expect(formulasIn(cells), list).toEqual([]);
    }
  });

  sideJourney(stage, 'saves no formulas of requests and of the audit log', async (scene) => {
    const page = await scene.page(`/requests?range=1h&model=${encodeURIComponent(MODEL)}`);
    await page.getByRole('button', { name: 'Choose columns' }).click();
    await page.getByRole('checkbox', { name: 'User', exact: true }).check();
    await page.keyboard.press('Escape');
    const requests = await savedBy(page, 'Save as CSV');
    for (const user of [IDENTIFIER, ...FORMULA_TEXTS]) {
      expect(requests.map(unmarked), `requests of ${user}`).toContain(user.trim());
    }
    expect(formulasIn(requests), 'requests').toEqual([]);
    await openPage(page, '/audit-log?range=1h');
    const audit = await savedBy(page, 'Export', /^CSV/);
    expect(audit.join('\n')).toContain(MARKUP.replaceAll('"', String.raw`\"`));
    expect(formulasIn(audit), 'the audit log').toEqual([]);
    const list = await savedBy(page, 'Save as CSV');
    expect(list.map(unmarked)).toContain(MODEL);
    expect(formulasIn(list), 'the list of the audit log').toEqual([]);
  });

  sideJourney(stage, 'would notice a formula in a file', async () => {
    const csv = `a,"b, ""c""\r\n=1",-3\r\n=1+1,"\t=2","x;@3"\r\n,"+1",'=4\r\n`;
    const cells = cellsOf(csv);
    expect(cells).toEqual(
      ['a', 'b, "c"\r\n=1', '-3', '=1+1', '\t=2', 'x;@3', '', '+1', "'=4", ''].slice(0),
    );
    expect(formulasIn(cells)).toEqual(['b, "c"\r\n=1', '=1+1', '\t=2', 'x;@3', '+1']);
    await Promise.resolve();
  });
}

/** The cells of a file that a button has the browser save. */
async function savedBy(page: Page, button: string, item?: RegExp): Promise<readonly string[]> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  if (item) await page.getByRole('menuitem', { name: item }).click();
  return cellsOf(await readFile(await (await saving).path(), 'utf8'));
}

const cellsOf = (csv: string): readonly string[] =>
  [...csv.matchAll(CELL)].map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);

const formulasIn = (cells: readonly string[]): readonly string[] =>
  cells.filter((cell) => FORMULA.test(cell) && !AMOUNT.test(cell));

/** A text without the sign that keeps a spreadsheet from computing it. */
const unmarked = (cell: string): string => cell.replaceAll(/^'|(?<=[;\t\r\n])'/g, '').trim();
