import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../../kubernetes/control-plane/until.ts';
import { sideJourney } from '../kit/journey.ts';
import type { Scene } from '../kit/scene.ts';
import type { Stage } from '../kit/stage.ts';

/** The audit log, the license and the settings of the platform. */
export function oversightJourneys(stage: Stage): void {
  sideJourney(
    stage,
    'finds in the audit log who changed what, and takes it along',
    async (scene) => {
      const { admin, cluster } = stage;
      const body = { name: `Watched ${randomUUID().slice(0, 8)}`, rpm_limit: 10 };
      const { id } = await admin.json<{ readonly id: string }>('POST', '/api/v1/teams', body);
      await admin.json('PATCH', `/api/v1/teams/${id}`, { rpm_limit: 25 });
      const made = await admin.json<{ readonly id: string; readonly key: string }>(
        ...(['POST', '/api/v1/api-keys', { name: `Key of ${id}`, team_id: id }] as const),
      );
      const page = await scene.page('/audit-log');
      await found(page, id);
      await verified(page);
      const csv = await exported(page, 'CSV, for a spreadsheet');
      const lines = csv.trim().split('\n');
      expect(lines).toHaveLength(2);
      expect(lines[0]).toMatch(/timestamp/);
      expect(lines[1]).toContain(id);
      await page.goto('/audit-log');
      const all = await exported(page, 'JSON, one entry a line');
      expect(all).toContain(`Key of ${id}`);
      expect(all, 'no secret is written down').not.toContain(made.key);
      await cluster.remove('apikeys', made.id);
      await cluster.remove('teams', id);
    },
  );

  sideJourney(stage, 'puts a license into force, and refuses one that is none', async (scene) => {
    const { issuer, cluster } = stage;
    await cluster.remove('licenses', 'default');
    const page = await scene.page('/');
    await page.getByRole('link', { name: 'Activate a license', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'License', exact: true }).waitFor();
    await refused(scene, page, (await issuer.endingIn(90)).slice(0, -6));
    await activated(page, await issuer.endingIn(-2.5));
    await page
      .getByText('License expired 2 day(s) ago. Traffic is still served.')
      .first()
      .waitFor();
    await activated(page, await issuer.endingIn(9.5));
    await page.getByText('The license ends in 9 days.').first().waitFor();
    await activated(page, await issuer.endingIn(90.5));
    await page.getByText('The license is valid.', { exact: true }).waitFor();
    await page.getByText('Acme', { exact: true }).waitFor();
    await page.getByText('Single sign-on', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Renew it' }).count()).toBe(0);
    expect((await cluster.list('licenses')).map(({ metadata }) => metadata.name)).toEqual([
      'default',
    ]);
    await cluster.remove('licenses', 'default');
    await page.goto('/license');
    await page.getByText('No license is active.').first().waitFor();
  });

  sideJourney(stage, 'changes the settings of the platform', async (scene) => {
    const { cluster } = stage;
    const page = await scene.page('/settings');
    const environment = page.getByRole('textbox', { name: 'Environment', exact: true });
    const before = await environment.inputValue();
    const rehearsal = `rehearsal-${randomUUID().slice(0, 8)}`;
    await environment.fill(rehearsal);
    await page.getByRole('switch', { name: 'Answer cache', exact: true }).press('Space');
    await page.getByRole('button', { name: 'Discard changes', exact: true }).click();
    expect(await environment.inputValue()).toBe(before);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await environment.fill(rehearsal);
    await save.click();
    // Typed while that is saved.
    await environment.fill(before);
    await cluster.withSpec('controlplanes', { environment: rehearsal });
    await save.click();
    const environmentAgain = before === '' ? undefined : before;
    await cluster.withSpec('controlplanes', { environment: environmentAgain });
    await page.goto('/account');
    await page.getByText('Platform administrator', { exact: true }).waitFor();
  });
}

/** Narrows the log to the changes of a team, and reads what one changed. */
async function found(page: Page, team: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Object', exact: true }).fill(team);
  await page.getByRole('combobox', { name: 'What', exact: true }).click();
  await page.getByRole('option', { name: 'Update', exact: true }).click();
  await page.getByText('1 in total').waitFor();
  expect(new URL(page.url()).searchParams.get('action')).toBe('update');
  const details = page.getByRole('button', { name: /^Details of / });
  // The rows of before stay until those of now are drawn.
  await details.nth(1).waitFor({ state: 'detached' });
  await details.click();
  const changes = page.getByRole('table', { name: 'Changed fields' });
  const cells = changes.getByRole('row').getByRole('cell');
  await cells.first().waitFor();
  expect(await cells.allInnerTexts()).toEqual(['RPM limit', '10', '25']);
}

async function verified(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Every entry is as written').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Saves what the filters leave as a file, and answers what is in it. */
async function exported(page: Page, format: string): Promise<string> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format, exact: true }).click();
  return await readFile(await (await download).path(), 'utf8');
}

async function refused(scene: Scene, page: Page, license: string): Promise<void> {
  scene.allow(/status of 422.*\/license\/activate/);
  await typed(page, license);
  const why = 'License signature does not match: wrong issuer or tampered token';
  await page.getByRole('alert').getByText(why).waitFor();
  await page.getByText('No license is active.').first().waitFor();
}

async function activated(page: Page, license: string): Promise<void> {
  await typed(page, license);
  const field = page.getByRole('textbox', { name: 'License key', exact: true });
  await until(async () => (await field.inputValue()) === '', { what: 'the license is taken' });
}

async function typed(page: Page, license: string): Promise<void> {
  await page.getByRole('textbox', { name: 'License key', exact: true }).fill(license);
  await page.getByRole('button', { name: 'Activate', exact: true }).click();
}
