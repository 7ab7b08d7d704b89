import { choose, fillField, fillForm, formOf } from '../kit/fill-form.ts';
import type { Page } from 'playwright-core';
import { sideJourney } from '../kit/journey.ts';
import { KINDS } from '../kit/kinds.ts';
import { createIt, toast } from '../kit/object-journey.ts';
import { confirm } from '../kit/shown.ts';
import type { Stage } from '../kit/stage.ts';
import { Traffic } from '../kit/traffic.ts';

/** Organizations with their parts, and who belongs to what. */
export function peopleJourneys(stage: Stage): void {
  sideJourney(stage, 'gives an organization a business unit and members', async (scene) => {
    const { cluster } = stage;
    const name = 'shipyard';
    await cluster.apply({ kind: 'Organization', name, spec: { displayName: 'Shipyard' } });
    const page = await scene.page(`/organizations/${name}?tab=units`);
    await page.getByRole('link', { name: 'New business unit' }).click();
    await fillForm(page, { Name: 'Dry dock', 'Short name': 'dock', 'Cost center': 'CC-1' });
    await createIt(page, { noun: 'business unit' });
    await page.getByRole('heading', { level: 1, name: 'Dry dock' }).waitFor();
    const { metadata } = await cluster.withSpec('businessunits', { displayName: 'Dry dock' });
    await page.goto(`/organizations/${name}?tab=units`);
    await page.getByRole('link', { name: 'Dry dock', exact: true }).waitFor();
    await followMember(page, 'ana@example.com');
    await page.goto('/teams');
    await cluster.remove('businessunits', metadata.name);
    await cluster.remove('organizations', name);
  });

  sideJourney(stage, 'tells organizations apart that have the same name', async (scene) => {
    const { cluster } = stage;
    const ids = ['twin-docks', 'evil-docks'];
    for (const name of ids) {
      await cluster.apply({ kind: 'Organization', name, spec: { displayName: 'Twin Docks' } });
    }
    const page = await scene.page('/organizations?q=docks');
    for (const id of ids) await page.getByRole('cell', { name: id, exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Organization', exact: true }).first().click();
    for (const id of ids) {
      await page.getByRole('option', { name: `Twin Docks (${id})`, exact: true }).waitFor();
    }
    const requests = '/api/v1/model-access/requests';
    const body = { tier_id: 'premium', user_id: 'twin@example.com', justification: 'To be seen' };
    const { id: asked } = await stage.admin.json<{ readonly id: string }>('POST', requests, body);
    await page.goto('/access-requests');
    await page.getByRole('columnheader', { name: 'Organization', exact: true }).waitFor();
    await stage.admin.json('POST', `${requests}/${asked}/deny`);
    for (const id of ids) await cluster.remove('organizations', id);
  });

  sideJourney(
    stage,
    'shows what a team used, and makes a key and a budget for it',
    async (scene) => {
      const { cluster } = stage;
      await using traffic = await Traffic.open(stage, {
        ...{ name: 'crew', models: ['one'], hasTeam: true },
      });
      const { name } = traffic;
      await traffic.askMany(5, () => traffic.ask('one'));
      await traffic.recorded(5);
      const page = await scene.page(`/teams/${name}?tab=usage`);
      await page
        .getByRole('row')
        .filter({ hasText: traffic.model('one') })
        .getByRole('cell', { name: '5', exact: true })
        .waitFor();
      const spend = page.getByRole('group', { name: 'Spend', exact: true });
      await spend.getByText(/^\$[\d.]+ spent this month, by 5 requests$/).waitFor();
      await followMember(page, 'ben@example.com');

      await page.getByRole('tab', { name: 'API keys', exact: true }).click();
      await page.getByRole('link', { name: traffic.keyId }).waitFor();
      await page.getByRole('tab', { name: 'Budgets', exact: true }).click();
      await page.getByRole('link', { name: 'New budget' }).click();
      const title = `Of ${name}`;
      await fillForm(page, { Name: title, Limit: 7, Period: { choose: '1 day' } });
      await createIt(page, KINDS.budget);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      const stored = { displayName: title, entityType: 'team', entityId: name };
      const { metadata } = await cluster.withSpec('budgets', stored);
      await page.goto(`/teams/${name}`);
      await spend.getByRole('link', { name: title, exact: true }).waitFor();
      await spend.getByText(/ of \$7\.00$/).waitFor();
      await page.goto('/teams');
      await cluster.remove('budgets', metadata.name);
    },
  );
}

/** Adds somebody to the team or organization whose page is open, changes their role and removes them. */
async function followMember(page: Page, person: string): Promise<void> {
  await page.getByRole('tab', { name: 'Members', exact: true }).click();
  await fillField(formOf(page), 'Person', person);
  await page.getByRole('button', { name: 'Add member' }).click();
  await toast(page, `${person} is a member now.`);
  const row = page.getByRole('table', { name: 'Members' }).getByRole('row', { name: person });
  await choose(row.getByRole('combobox', { name: `Role of ${person}` }), 'Viewer');
  await toast(page, `${person} is Viewer now.`);
  await row.getByRole('button', { name: `Remove ${person}` }).click();
  await confirm(page, 'Remove');
  await toast(page, `${person} is no member any more.`);
  // The list of people to choose from may still name them, open or closed: what counts is the page of members.
  await page.getByText(/^Nobody belongs to this /).waitFor();
  await row.waitFor({ state: 'detached' });
}
