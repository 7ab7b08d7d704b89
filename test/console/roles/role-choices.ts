import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { formOf } from '../kit/fill-form.ts';
import { sideJourney } from '../kit/journey.ts';
import { settled } from '../kit/settled.ts';
import type { Stage } from '../kit/stage.ts';
import type { Tenants } from './tenants.ts';

const BELOW_ORGANIZATION = ['Team administrator', 'Member', 'Viewer'];
const ORGANIZATION = [
  ...['Organization administrator', 'Team administrator', 'Member', 'Finance', 'Viewer'],
];

/** Whoever gives roles is offered none above their own, each once. */
export function roleChoices(stage: Stage, opened: () => Tenants): void {
  sideJourney(stage, 'offers nobody a role to give that is above their own', async (scene) => {
    const { ours, personOf } = bound(opened());
    const platform = await scene.pageOf(personOf('platform_admin').key);
    expect(await keyRoles(platform)).toEqual(['Platform administrator', ...ORGANIZATION]);

    const admin = await scene.pageOf(personOf('org_admin').key);
    expect(await keyRoles(admin)).toEqual(ORGANIZATION);
    expect(await memberRoles(admin, `/organizations/${ours.word}`)).toEqual(ORGANIZATION);
    expect(await memberRoles(admin, `/teams/${ours.word}-team`)).toEqual(BELOW_ORGANIZATION);

    const lead = await scene.pageOf(personOf('team_admin').key);
    expect(await keyRoles(lead)).toEqual(BELOW_ORGANIZATION);
    expect(await memberRoles(lead, `/teams/${ours.word}-team`)).toEqual(BELOW_ORGANIZATION);

    const member = await scene.pageOf(personOf('member').key);
    expect(await keyRoles(member)).toEqual(['Member', 'Viewer']);
  });
}

const bound = (tenants: Tenants) => ({
  ours: tenants.ours,
  personOf: (role: string) => tenants.personOf(role),
});

async function keyRoles(page: Page): Promise<readonly string[]> {
  await page.goto('/api-keys/_new');
  await settled(page);
  return await optionsOf(formOf(page).getByRole('combobox', { name: 'Role', exact: true }));
}

async function memberRoles(page: Page, object: string): Promise<readonly string[]> {
  await page.goto(`${object}?tab=members`);
  await settled(page);
  return await optionsOf(formOf(page).getByRole('combobox', { name: 'Role', exact: true }));
}

/** What a field offers, once it is opened. */
async function optionsOf(field: Locator): Promise<readonly string[]> {
  const options = field.page().getByRole('option');
  await field.click();
  await options.first().waitFor();
  const texts = await options.allInnerTexts();
  await field.page().keyboard.press('Escape');
  return texts.map((text) => text.trim());
}
