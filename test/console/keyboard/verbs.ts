import { journey } from '../kit/journey.ts';
import { toast } from '../kit/object-journey.ts';
import { settled } from '../kit/settled.ts';
import type { Stage } from '../kit/stage.ts';
import { inDialog } from './kit/answer.ts';
import { enter, focusOn, pick, tabTo, typeInto } from './kit/keys.ts';

/** What the sections are for, without a mouse. */
export function verbsByKeys(stage: Stage): void {
  keyByKeys(stage);
  budgetByKeys(stage);
  accessByKeys(stage);
}

function keyByKeys(stage: Stage): void {
  journey(stage, 'rotates and blocks an API key by keys alone', async (scene) => {
    const { admin } = stage;
    scene.atEnd(() => admin.status('DELETE', '/api/v1/api-keys/key-by-keys'));
    await admin.json('POST', '/api/v1/api-keys', { name: 'Key by keys', role: 'member' });
    const page = await scene.page('/api-keys/key-by-keys');
    const rotate = page.locator('#content').getByRole('button', { name: 'Rotate', exact: true });
    await enter(page, rotate);
    const grace = page.getByRole('dialog').getByRole('combobox', { name: /old secret/ });
    await pick(page, grace, 'For an hour');
    await enter(page, inDialog(page, 'Rotate'));
    await page.getByText('Copy the key now').waitFor();
    await tabTo(page, inDialog(page, 'Copy: Key'));
    await page.keyboard.press('Escape');
    await enter(page, inDialog(page, 'I have copied it'));
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await focusOn(page, rotate);
    await enter(page, page.getByRole('button', { name: 'Block', exact: true }), 'Shift+Tab');
    await focusOn(page, inDialog(page, 'Cancel'));
    await enter(page, inDialog(page, 'Block'));
    await page.getByText('This key is blocked').waitFor();
  });
}

function budgetByKeys(stage: Stage): void {
  journey(stage, 'raises a budget by keys alone', async (scene) => {
    const subject = { entityType: 'user', entityId: 'ada' };
    const spec = { displayName: 'Budget by keys', ...subject, limitUsd: 5, window: '1d' };
    scene.atEnd(() => stage.cluster.remove('budgets', 'by-keys'));
    await stage.cluster.apply({ kind: 'Budget', name: 'by-keys', spec });
    const page = await scene.page('/budgets/by-keys');
    const raise = page.getByRole('button', { name: 'Raise for a while' });
    await enter(page, raise);
    await focusOn(page, page.getByRole('dialog').getByRole('textbox', { name: 'More (USD)' }));
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await toast(page, 'The budget is raised.');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Change the increase' }).waitFor();
  });
}

function accessByKeys(stage: Stage): void {
  journey(stage, 'finds and approves a request for access by keys alone', async (scene) => {
    const { admin } = stage;
    const tier = { name: 'tier-by-keys', models: ['sim-large'], requires_approval: true };
    const path = '/api/v1/model-access/tiers/tier-by-keys?cascade=true';
    scene.atEnd(() => admin.status('DELETE', path));
    await admin.json('POST', '/api/v1/model-access/tiers', tier);
    const page = await scene.page('/access-requests/_new?tier=tier-by-keys');
    await typeInto(page, page.getByRole('textbox', { name: 'Reason' }), 'To try it');
    await enter(page, page.getByRole('button', { name: 'Ask for access' }));
    await page.waitForURL(/\/access-requests$/);
    await settled(page);
    await tabTo(page, page.getByRole('radio', { name: 'All', exact: true }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/view=queue/);
    await settled(page);
    await page.getByRole('link', { name: 'tier-by-keys' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const approve = page.locator('#content').getByRole('button', { name: 'Approve', exact: true });
    await enter(page, approve);
    await focusOn(page, inDialog(page, 'Cancel'));
    await page.keyboard.press('Escape');
    await focusOn(page, approve);
    await page.keyboard.press('Enter');
    await enter(page, inDialog(page, 'Approve'));
    await toast(page, 'The request is approved.');
  });
}
