import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from '../../kit/journey.ts';
import { KINDS } from '../../kit/kinds.ts';
import { toast } from '../../kit/object-journey.ts';
import { settled } from '../../kit/settled.ts';
import type { Stage } from '../../kit/stage.ts';
import { confirmByKeys, inDialog, inPage } from '../kit/answer.ts';
import { makeByKeys } from '../kit/fill.ts';
import { enter, focusOn, pick, tabTo, typeInto } from '../kit/keys.ts';

/** Limits and who pays, without a mouse. */
export function spendingByKeys(stage: Stage): void {
  limitByKeys(stage);
  reportByKeys(stage);
}

function limitByKeys(stage: Stage): void {
  journey(stage, 'makes a rate limit and checks a request by keys alone', async (scene) => {
    const { cluster } = stage;
    const spec = { displayName: 'Limit by keys', scopeValue: 'limit-by-keys', rpdLimit: 2 };
    scene.atEnd(() => cluster.removeWith('ratelimitpolicies', spec));
    const page = await scene.page(KINDS.rateLimitPolicy.page);
    await makeByKeys(page, KINDS.rateLimitPolicy, {
      ...{ Name: 'Limit by keys', Scope: { choose: 'User' }, 'Which one': 'limit-by-keys' },
      'Requests per day': 2,
    });
    await cluster.withSpec('ratelimitpolicies', spec);
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await settled(page);
    await enter(page, page.getByRole('link', { name: 'Check a request', exact: true }));
    await pick(page, page.getByRole('combobox', { name: 'Request of' }), 'A person');
    await typeInto(page, page.getByRole('textbox', { name: 'Person' }), 'limit-by-keys');
    await enter(page, inPage(page, 'Check'));
    await page.getByText('The request would pass').waitFor();
  });
}

function reportByKeys(stage: Stage): void {
  journey(stage, 'makes a rule and a report of who pays by keys alone', async (scene) => {
    const { cluster } = stage;
    const spec = { displayName: 'Rule by keys', allocationTarget: 'CC-901' };
    scene.atEnd(() => cluster.remove('teams', 'payers'));
    scene.atEnd(() => cluster.removeWith('costallocationrules', spec));
    await cluster.apply({ kind: 'Team', name: 'payers', spec: { displayName: 'Payers' } });
    const page = await scene.page(KINDS.costAllocationRule.page);
    await makeByKeys(page, KINDS.costAllocationRule, {
      ...{ Name: 'Rule by keys', Team: 'payers', 'Allocation type': { choose: /cost center/i } },
      'Allocation target': 'CC-901',
    });
    await cluster.withSpec('costallocationrules', spec);
    await enter(page, page.getByRole('link', { name: 'Reports', exact: true }));
    await settled(page);
    const name = `Report by keys ${Date.now()}`;
    await generated(page, name);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await confirmByKeys(page, 'Finalize');
    await toast(page, 'The report is final.');
  });
}

/** Opens the builder, leaves it, opens it again, and makes a draft of a day. */
async function generated(page: Page, name: string): Promise<void> {
  const opener = inPage(page, 'New report').first();
  await enter(page, opener);
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await focusOn(page, opener);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByRole('radio', { name: 'A month' }));
  await page.keyboard.press('ArrowRight');
  const day = longAgo();
  for (const field of ['First day', 'Last day']) await typeDay(page, dialog.getByLabel(field), day);
  await typeInto(page, dialog.getByRole('textbox', { name: 'Name' }), name);
  await enter(page, inDialog(page, 'Make a draft'));
}

const DAY_MS = 86_400_000;

/** A day, as 2019-01-31: nothing can be booked twice, and another run takes another. */
function longAgo(): string {
  const days = 400 + (Math.floor(Date.now() / 60_000) % 3000);
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

const MOST_TIMES = 3;

/** Types a day, month first; from its beginning again where the field took a digit for another part. */
async function typeDay(page: Page, field: Locator, day: string): Promise<void> {
  const [year = '', month = '', ofMonth = ''] = day.split('-');
  await tabTo(page, field);
  for (let time = 0; time < MOST_TIMES && (await field.inputValue()) !== day; time += 1) {
    for (let part = 1; part < 3; part += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type(month + ofMonth + year);
  }
  expect(await field.inputValue()).toBe(day);
}
