import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { fillForm, formOf } from '../kit/fill-form.ts';
import { journey, sideJourney } from '../kit/journey.ts';
import { settled } from '../kit/settled.ts';
import type { Stage } from '../kit/stage.ts';
import { faultsIn } from '../axe/axe.ts';
import { ALL_LOOKS, BOTH_SCHEMES, TWO_LOOKS } from '../axe/looks.ts';
import { openPage } from './kit/open-page.ts';

/** A license that ends soon, and one that is none. */
const LICENSES = [
  { present: true, valid: true, expired: false, error: null, days_remaining: 3 },
  { present: true, valid: false, expired: false, error: 'Wrong issuer', days_remaining: 0 },
];

/** What the console shows before the sign-in, of itself, and where something is missing. */
export function states(stage: Stage): void {
  beforeSigningIn(stage);
  ofTheService(stage);
  ofObjects(stage);
  ofWork(stage);
}

function beforeSigningIn(stage: Stage): void {
  sideJourney(stage, 'can be read by everybody: signing in', async (scene) => {
    const page = await scene.visitor();
    scene.allow(/status of 401/);
    await withLicense(page, LICENSES[0]);
    await page.goto('/login?error=sso_failed');
    await page.getByText('Single sign-on did not succeed').waitFor();
    await page.getByText('The license ends in 3 days').waitFor();
    const faults = await faultsIn(page, { looks: BOTH_SCHEMES });
    await page.getByLabel('API key').fill('aicp_unknown');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').nth(1).waitFor();
    faults.push(...(await faultsIn(page, { looks: BOTH_SCHEMES, what: 'refused' })));
    expect(faults).toEqual([]);
  });
}

function ofTheService(stage: Stage): void {
  sideJourney(stage, 'can be read by everybody: banners', async (scene) => {
    const page = await scene.page('/');
    scene.allow(/Failed to load resource|ERR_/);
    const faults: string[] = [];
    await withLicense(page, LICENSES[1]);
    await page.goto('/license');
    await page.getByText('Wrong issuer').first().waitFor();
    faults.push(...(await faultsIn(page, { looks: TWO_LOOKS, what: 'license' })));
    await page.route(/\/api\/v1\/changes/, async (route) => await route.abort());
    await page.goto('/teams');
    await page.getByText('The service does not answer').waitFor();
    faults.push(...(await faultsIn(page, { looks: TWO_LOOKS, what: 'service away' })));
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await page.getByText('This device is offline').waitFor();
    faults.push(...(await faultsIn(page, { looks: TWO_LOOKS, what: 'offline' })));
    expect(faults).toEqual([]);
  });

  journey(stage, 'can be read by everybody: a session that has ended', async (scene) => {
    const { admin } = stage;
    const body = { name: 'For a look', role: 'platform_admin' };
    const { id, key } = await admin.json<{ id: string; key: string }>(
      'POST',
      '/api/v1/api-keys',
      body,
    );
    const page = await scene.pageOf(key);
    scene.allow(/status of 401/);
    await admin.json('POST', `/api/v1/api-keys/${id}/block`);
    await page.getByText('Your session has ended').waitFor();
    expect(await faultsIn(page, { looks: TWO_LOOKS })).toEqual([]);
    await admin.json('DELETE', `/api/v1/api-keys/${id}`);
  });
}

function ofObjects(stage: Stage): void {
  sideJourney(stage, 'can be read by everybody: objects that others change', async (scene) => {
    const { cluster } = stage;
    const [name, owned] = ['seen-contested', 'seen-from-git'];
    await cluster.apply({ kind: 'Team', name, spec: { displayName: 'Seen', rpmLimit: 10 } });
    await cluster.apply({
      ...{ kind: 'Team', name: owned, spec: { displayName: 'Seen, from Git' } },
      annotations: { 'argocd.argoproj.io/tracking-id': `a:aicp.dev/Team:default/${owned}` },
    });
    const page = await scene.page(`/teams/${name}?tab=edit`);
    const faults: string[] = [];
    await fillForm(page, { 'Requests per minute': 30 });
    await cluster.apply({ kind: 'Team', name, spec: { displayName: 'Seen', rpmLimit: 20 } });
    await page.getByText('Somebody else changed this meanwhile').waitFor();
    faults.push(...(await faultsIn(page, { looks: ALL_LOOKS, what: 'behind' })));
    scene.allow(/status of (412|404)/);
    await formOf(page).getByRole('button', { name: 'Save', exact: true }).click();
    for (const view of ['What you changed', 'What is there now']) {
      await page.getByText(view, { exact: true }).click();
      await settled(page);
      faults.push(...(await faultsIn(page, { looks: ALL_LOOKS, what: view })));
    }
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await cluster.remove('teams', name);
    await page.getByText('This team was deleted').waitFor();
    faults.push(...(await faultsIn(page, { looks: ALL_LOOKS, what: 'deleted' })));
    await openPage(page, `/teams/${owned}?tab=edit`);
    await page.getByText('Argo CD owns this object').waitFor();
    await settled(page);
    faults.push(...(await faultsIn(page, { looks: ALL_LOOKS })));
    await cluster.remove('teams', owned);
    expect(faults).toEqual([]);
  });
}

function ofWork(stage: Stage): void {
  sideJourney(
    stage,
    'can be read by everybody: answers, steps and what is not there',
    async (scene) => {
      const page = await scene.page('/playground?model=sim-small');
      const faults: string[] = [];
      const read = async (what: string): Promise<void> => {
        faults.push(...(await faultsIn(page, { looks: ALL_LOOKS, what })));
      };
      await page.getByLabel('Message').fill('Hello');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const steps = page.getByRole('link', { name: 'Every step of the decision' });
      await steps.waitFor();
      await read('an answer');
      await steps.click();
      await page.waitForURL(/\/requests\//);
      await settled(page);
      await read('its steps');
      await openPage(page, '/routing-policies/_explain?model=sim-small');
      await page.getByText('It would be served').waitFor();
      await read('explained');
      await openPage(page, '/there-is-no-such-page');
      await read('not there');
      await page.route(/\/routing-policies\?.*limit=1\b/, async (route) => {
        await route.fulfill({ json: [] });
      });
      await page.goto('/');
      await page.getByRole('region', { name: 'First steps' }).waitFor();
      await settled(page);
      await read('first steps');
      expect(faults).toEqual([]);
    },
  );
}

/** Has the page believe in another license than the service's. */
async function withLicense(page: Page, license: object | undefined): Promise<void> {
  const rest = {
    ...{ tier: 'enterprise', company: 'Acme', customer_email: 'a@acme.example' },
    ...{ issued_at: null, expires_at: null, features: {} },
  };
  await page.route(/\/api\/v1\/license$/, async (route) => {
    await route.fulfill({ json: { ...rest, ...license } });
  });
}
