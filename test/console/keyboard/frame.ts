import { expect } from 'vitest';
import { journey } from '../kit/journey.ts';
import { settled } from '../kit/settled.ts';
import type { Stage } from '../kit/stage.ts';
import { enter, focusOn, pick, tabTo, typeInto, walkTo } from './kit/keys.ts';

/** Signing in, moving about and the frame around all pages, without a mouse. */
export function frameByKeys(stage: Stage): void {
  journey(stage, 'signs in, chooses how it looks, and signs out by keys alone', async (scene) => {
    const page = await scene.visitor();
    scene.allow(/status of 401/);
    await page.goto('/');
    await focusOn(page, page.getByLabel('API key'));
    await page.keyboard.type(stage.aicp.key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.keyboard.press('Tab');
    await focusOn(page, page.getByRole('link', { name: 'Skip to the content' }));
    await page.keyboard.press('Enter');
    await focusOn(page, page.locator('#content'));

    const account = page.getByRole('button', { name: 'Your account' });
    await enter(page, account, 'Shift+Tab');
    const dark = page.getByRole('menuitemradio', { name: 'Dark', exact: true });
    await walkTo(page, dark, 'ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' });
    await walkTo(page, page.getByRole('menuitemradio', { name: 'Compact' }), 'ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('html[data-density="compact"]').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await focusOn(page, account);
    await page.keyboard.press('Enter');
    await walkTo(page, page.getByRole('menuitem', { name: 'Sign out' }), 'ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByLabel('API key').waitFor();
  });

  journey(stage, 'opens each section by g and the letter that the help names', async (scene) => {
    const page = await scene.page('/teams');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog');
    const rows = help.getByRole('row').filter({ hasText: /^g\S[A-Z]/ });
    await rows.nth(18).waitFor();
    const texts = await rows.allInnerTexts();
    expect(texts).toHaveLength(19);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    for (const text of texts) {
      const [, letter = '', title = ''] = /^g\s*(\S)\s+(.*)$/s.exec(text) ?? [];
      await page.keyboard.press('g');
      await page.keyboard.press(letter);
      const section = page.getByRole('link', { name: title.trim(), exact: true });
      await section.and(page.locator('.nav-link[aria-current="page"]')).waitFor();
      await settled(page);
    }
  });

  journey(stage, 'chooses organization, time range and columns by keys', async (scene) => {
    const { admin } = stage;
    scene.atEnd(() => admin.status('DELETE', '/api/v1/organizations/by-keys'));
    await admin.json('POST', '/api/v1/organizations', { name: 'By keys', slug: 'by-keys' });
    const page = await scene.page('/requests');
    await pick(page, page.getByRole('combobox', { name: 'Organization' }).first(), 'By keys');
    await page.waitForURL(/org=by-keys/);
    const range = page.getByRole('button', { name: /time range/ });
    await enter(page, range);
    await enter(page, page.getByRole('dialog').getByRole('button', { name: /7 days/ }));
    await page.waitForURL(/range=7d/);
    await focusOn(page, range);
    const columns = page.getByRole('button', { name: 'Choose columns' });
    await enter(page, columns);
    const choice = page.getByRole('dialog').getByRole('checkbox').last();
    await tabTo(page, choice);
    const before = await choice.isChecked();
    await page.keyboard.press('Space');
    expect(await choice.isChecked()).toBe(!before);
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await focusOn(page, columns);
  });

  journey(stage, 'asks a model, and explains a request by keys', async (scene) => {
    const page = await scene.page('/playground');
    await pick(page, page.getByRole('combobox', { name: 'Model', exact: true }), /sim-small/);
    await typeInto(page, page.getByRole('textbox', { name: 'Message' }), 'Hello');
    await page.keyboard.press('ControlOrMeta+Enter');
    const steps = page.getByRole('link', { name: 'Every step of the decision' });
    await enter(page, steps);
    await page.waitForURL(/\/requests\//);
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor();
    await enter(page, page.getByRole('link', { name: 'Explain', exact: true }));
    await pick(page, page.getByRole('combobox', { name: 'Model asked for' }), /sim-small/);
    await page.getByText('It would be served').waitFor();
  });
}
