import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { toast } from '../kit/object-journey.ts';
import { pick } from '../kit/shown.ts';

const DAY_MS = 86_400_000;

/** A day so long ago, as fields for days have it. */
export const dayBefore = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Makes the draft of a report of a day. */
export async function makeReport(
  page: Page,
  { name, day }: { readonly name: string; readonly day: string },
): Promise<void> {
  await page.getByRole('button', { name: 'New report' }).first().click();
  const dialog = page.getByRole('dialog');
  await pick(page, 'Kind of period', 'From day to day');
  await dialog.getByLabel('First day').fill(day);
  await dialog.getByLabel('Last day').fill(day);
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Make a draft' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Exports the report that is open as CSV, and reads the file. */
export async function exported(page: Page): Promise<string> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: /^CSV/ }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  await toast(page, 'The report is saved as a file.');
  return await readFile(await file.path(), 'utf8');
}
