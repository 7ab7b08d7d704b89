import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { faultsIn } from '../axe/axe.ts';
import { ALL_LOOKS, TWO_LOOKS } from '../axe/looks.ts';
import {
  DESCRIPTION,
  IDENTIFIER,
  IN_DESCRIPTIONS,
  LABEL,
  shownText,
} from '../hostile-text/kit/texts.ts';
import { Watch } from '../hostile-text/kit/watch.ts';
import { inPage } from '../keyboard/kit/answer.ts';
import { enter, openTab, tabTo, typeInto } from '../keyboard/kit/keys.ts';
import { sideJourney } from '../kit/journey.ts';
import type { Scene } from '../kit/scene.ts';
import type { Stage } from '../kit/stage.ts';

const SCAN = '/guardrails/_scan';
const CARD = '4111 1111 1111 1111';
const WIDTHS = [1440, 1024, 390] as const;

/** Texts that people have looked at: with detectors of ours, with one of theirs, and with what would run were it more than text. */
export function looksAtTexts(stage: Stage): void {
  withBuiltIns(stage);
  withOwn(stage);
  withHostileTexts(stage);
  withoutAnswer(stage);
}

function withBuiltIns(stage: Stage): void {
  sideJourney(stage, 'looks at a text with what is there without being made', async (scene) => {
    const page = await scene.page('/guardrails');
    await page.getByRole('link', { name: 'Look at a text', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Look at a text' }).waitFor();
    expect(await inPage(page, 'Look').isDisabled()).toBe(true);
    await textIn(page).fill(`Pay with ${CARD}, please.`);
    await inPage(page, 'Look').click();
    const result = page.getByRole('region', { name: 'What came of it' });
    await result.getByText('It would pass, redacted', { exact: true }).waitFor();
    const row = result.getByRole('row').filter({ hasText: 'CREDIT_CARD' });
    for (const told of [CARD, '10–28', 'Redact', 'pii']) {
      await row.getByRole('cell', { name: told, exact: true }).waitFor();
    }
    const marks = page.getByRole('group', { name: 'The text with its findings' }).locator('mark');
    expect(await marks.allTextContents()).toEqual([`${CARD} (CREDIT_CARD)`]);
    const redacted = result.getByRole('group', { name: 'The text, redacted as text' });
    expect(await redacted.innerText()).toBe('Pay with <CREDIT_CARD_1>, please.');
    expect(await faultsAtWidths(page)).toEqual([]);

    await page.getByRole('checkbox', { name: 'Personal data' }).uncheck();
    await inPage(page, 'Look').click();
    await result.getByText('Nothing was found', { exact: true }).waitFor();
    for (const other of ['Secrets', 'Prompt injection']) {
      await page.getByRole('checkbox', { name: other }).uncheck();
    }
    await page.getByText('Choose one of these, or a detector of yours.').waitFor();
    expect(await inPage(page, 'Look').isDisabled()).toBe(true);
    expect(await faultsIn(page, { looks: TWO_LOOKS, what: 'nothing chosen' })).toEqual([]);
    expect(page.url(), 'the text does not stand in the address').not.toContain('4111');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('4111');
  });
}

function withOwn(stage: Stage): void {
  sideJourney(stage, 'tries a detector by keys alone, and says what is wrong', async (scene) => {
    await detector(scene, 'tried-detector', {
      ...{ pattern: 'bluebird', label: 'PROJECT', action: 'block' },
    });
    const page = await scene.page('/detectors/tried-detector');
    await openTab(page, 'Try it');
    await typeInto(page, textIn(page), 'We call it Bluebird.');
    await enter(page, inPage(page, 'Look'));
    await page.getByText('It would be blocked', { exact: true }).waitFor();
    await page.getByRole('cell', { name: 'PROJECT', exact: true }).waitFor();
    await tabTo(page, page.getByRole('group', { name: 'The text with its findings' }));
    await openTab(page, 'Overview');
    await openTab(page, 'Try it');
    expect(await textIn(page).inputValue(), 'what was typed stays').toContain('Bluebird');
    expect(await faultsIn(page, { looks: ALL_LOOKS })).toEqual([]);

    scene.allow(/status of 409.*\/scan/);
    const spec = { detectorType: 'regex', config: { patterns: [{ pattern: '(', label: 'X' }] } };
    await stage.cluster.apply({ kind: 'Detector', name: 'tried-detector', spec });
    await tabTo(page, textIn(page));
    await page.keyboard.type(' Again.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('Not looked at', { exact: true }).waitFor();
    expect(await faultsIn(page, { looks: TWO_LOOKS, what: 'refused' })).toEqual([]);
  });
}

function withHostileTexts(stage: Stage): void {
  sideJourney(stage, 'shows what was found, and how it is called, as text', async (scene) => {
    await detector(scene, 'hostile-finder', {
      ...{ pattern: shortOf(IDENTIFIER), label: LABEL, action: 'redact' },
    });
    const page = await scene.page(`${SCAN}?detector=hostile-finder`);
    const watch = await Watch.over(page);
    await textIn(page).fill(`${DESCRIPTION} ${shortOf(IDENTIFIER)} ${CARD}`);
    await inPage(page, 'Look').click();
    await page
      .getByRole('cell', { name: shownText(LABEL), exact: true })
      .first()
      .waitFor();
    await page.getByText(IN_DESCRIPTIONS).first().waitFor();
    expect(await watch.faults('findings')).toEqual([]);
  });
}

function withoutAnswer(stage: Stage): void {
  sideJourney(stage, 'says that it looks, and why a text was not looked at', async (scene) => {
    const page = await scene.page(SCAN);
    scene.allow(/status of 503/);
    const answer = Promise.withResolvers<undefined>();
    await page.route(/\/api\/v1\/scan$/, async (route) => {
      await answer.promise;
      const json = { status: 503, title: 'Busy', detail: 'Others are looked at. Try again.' };
      await route.fulfill({ status: 503, contentType: 'application/problem+json', json });
    });
    await textIn(page).fill('Anything');
    await inPage(page, 'Look').click();
    await page.locator('#content button[aria-busy="true"]').waitFor();
    expect(await faultsIn(page, { looks: TWO_LOOKS, what: 'while it looks' })).toEqual([]);
    answer.resolve(undefined);
    await page.getByText('Others are looked at. Try again.').waitFor();
    expect(await textIn(page).inputValue(), 'what was typed stays').toBe('Anything');
  });
}

const textIn = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });

/** Without what nobody sees: keywords are written as they are seen. */
const shortOf = (text: string): string => text.replaceAll(/[\u0000-\u001F\u200B\u202E]/g, '');

interface Pattern {
  readonly pattern: string;
  readonly label: string;
  readonly action: string;
}

/** A detector of one word. */
async function detector(scene: Scene, name: string, pattern: Pattern): Promise<void> {
  const { cluster } = scene.stage;
  const spec = { detectorType: 'keyword', config: { patterns: [pattern] } };
  await cluster.apply({ kind: 'Detector', name, spec });
  scene.atEnd(() => cluster.remove('detectors', name));
}

/** What is wrong with the page in each look, on screens of each width. */
async function faultsAtWidths(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    faults.push(...(await faultsIn(page, { looks: ALL_LOOKS, what: `${width} wide` })));
    const isFitting = () => document.documentElement.scrollWidth <= innerWidth;
    await page.waitForFunction(isFitting, undefined, { timeout: 30_000 });
  }
  return faults;
}
