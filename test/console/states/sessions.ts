import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { AdminClient } from '../kit/admin-client.ts';
import { fillForm, formOf } from '../kit/fill-form.ts';
import { journey } from '../kit/journey.ts';
import { createIt } from '../kit/object-journey.ts';
import type { Stage } from '../kit/stage.ts';

interface MadeKey {
  readonly id: string;
  readonly key: string;
}

/** What becomes of a session that ends. */
export function sessions(stage: Stage): void {
  journey(stage, 'asks who is there again without losing what was typed', async (scene) => {
    const { admin, cluster } = stage;
    const body = { name: 'For an hour', role: 'platform_admin' };
    const { id, key } = await admin.json<MadeKey>('POST', '/api/v1/api-keys', body);
    const page = await scene.pageOf(key);
    await page.goto('/teams/_new');
    await fillForm(page, { Name: 'Typed before', Description: 'Kept all the while' });
    scene.allow(/status of 401/);
    await admin.json('POST', `/api/v1/api-keys/${id}/block`);
    await page.getByText('Your session has ended').waitFor();
    await admin.json('POST', `/api/v1/api-keys/${id}/unblock`);
    await AdminClient.signedInOnceTaken(stage.aicp.adminUrl, key);
    await signInAgain(page, key);
    await page.getByText('Your session has ended').waitFor({ state: 'detached' });
    const description = formOf(page).getByRole('textbox', { name: 'Description', exact: true });
    expect(await description.inputValue()).toBe('Kept all the while');
    await createIt(page, { noun: 'team' });
    const { metadata } = await cluster.withSpec('teams', { description: 'Kept all the while' });
    await page.getByRole('heading', { level: 1, name: 'Typed before' }).waitFor();
    await cluster.remove('teams', metadata.name);
    scene.allow(/status of 404/);
    await admin.json('DELETE', `/api/v1/api-keys/${id}`);
  });

  journey(stage, 'comes back to the page that was asked for, after signing in', async (scene) => {
    const page = await scene.pageOf(stage.aicp.key);
    await page.context().clearCookies();
    scene.allow(/status of 401/);
    await page.goto('/providers?sort=-name');
    await page.getByLabel('API key').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    await signInAgain(page, stage.aicp.key);
    await page.getByRole('heading', { level: 1, name: 'Providers' }).waitFor();
    expect(page.url()).toContain('/providers?sort=-name');
  });

  journey(
    stage,
    'shows where somebody is signed in, and signs them out elsewhere',
    async (scene) => {
      const { admin } = stage;
      const body = { name: 'In two browsers', role: 'viewer' };
      const { id, key } = await admin.json<MadeKey>('POST', '/api/v1/api-keys', body);
      await AdminClient.signedInOnceTaken(stage.aicp.adminUrl, key);
      const [lost, page] = [await scene.pageOf(key), await scene.pageOf(key)];
      await page.goto('/account');
      const table = page.getByRole('table', { name: 'Where you are signed in', exact: true });
      await table.getByText('This browser', { exact: true }).waitFor();
      const others = table.getByRole('button', { name: /^Sign out of Chrome on / });
      expect(await others.count()).toBe(1);
      scene.allow(/status of 401/);
      await others.click();
      await page.getByText('Signed out there.', { exact: true }).waitFor();
      await others.waitFor({ state: 'detached' });
      await table.getByText('This browser', { exact: true }).waitFor();
      await lost.goto('/models');
      await lost.getByLabel('API key').waitFor();
      scene.allow(/status of 404/);
      await admin.json('DELETE', `/api/v1/api-keys/${id}`);
    },
  );

  journey(stage, 'says that a key is not known', async (scene) => {
    const page = await scene.pageOf(stage.aicp.key);
    await page.context().clearCookies();
    scene.allow(/status of 401/);
    await page.goto('/teams');
    await signInAgain(page, 'aicp_unknown');
    await page.getByText('Not signed in').waitFor();
  });
}

async function signInAgain(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
