import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { fillForm, formOf, type FormInput } from '../../kit/fill-form.ts';
import { sideJourney } from '../../kit/journey.ts';
import type { Stage } from '../../kit/stage.ts';
import { ORGANIZATION, type HostileObject } from '../kit/hostile-objects.ts';
import { PAGE_ADDRESS, SCRIPT_ADDRESS } from '../kit/texts.ts';
import { Watch } from '../kit/watch.ts';

const WHY = 'must be an http or https address';

/** Forms with an address: where, which field it is, and what is filled in before. */
const FORMS: readonly (readonly [string, string, FormInput])[] = [
  ['/agents', 'URL', { Name: 'Hostile' }],
  ['/providers', 'Base URL', { Name: 'Hostile', Type: { choose: /openai compatible/i } }],
  ['/mcp-servers', 'URL', { Name: 'Hostile', 'Server type': { choose: /server-sent/i } }],
  ['/subscriptions', 'URL', { Name: 'Hostile', Channel: { choose: /webhook/i } }],
];

/** Addresses that would run where they are followed: each is refused, in words, and stands behind no link. */
export function addresses(stage: Stage, made: readonly HostileObject[]): void {
  sideJourney(stage, 'stays text where addresses that would run are refused', async (scene) => {
    const faults: string[] = [];
    for (const [list, title, before] of FORMS) {
      // What was typed in the one before would be asked for, were it left.
      const watch = await Watch.over(await scene.page(`${list}/_new`));
      const { page } = watch;
      await fillForm(page, before);
      for (const address of [SCRIPT_ADDRESS, PAGE_ADDRESS]) {
        await fillForm(page, { [title]: '' });
        await said(page).waitFor({ state: 'hidden' });
        await fillForm(page, { [title]: address });
        await said(page).waitFor();
        faults.push(...(await watch.faults(`${list}/_new, ${address}`)));
      }
      await page.close();
    }
    expect(faults).toEqual([]);
  });

  sideJourney(stage, 'signs nobody in at an address that would run', async (scene) => {
    const id = made.find(({ page }) => page === '/organizations')?.id ?? ORGANIZATION;
    const watch = await Watch.over(await scene.page(`/organizations/${id}?tab=sso`));
    const { page } = watch;
    scene.allow(/status of (404|422).*\/sso/);
    await page.getByRole('button', { name: 'Set up single sign-on', exact: true }).click();
    const faults: string[] = [];
    for (const Address of [SCRIPT_ADDRESS, PAGE_ADDRESS]) {
      await fillForm(page, { Address, 'Client id': 'aicp' });
      const answered = page.waitForResponse(/\/sso$/);
      await formOf(page).getByRole('button', { name: 'Save', exact: true }).click();
      expect((await answered).status()).toBe(422);
      await said(page).waitFor();
      faults.push(...(await watch.faults(`single sign-on, ${Address}`)));
    }
    expect(await stage.admin.status('GET', `/api/v1/organizations/${id}/sso`)).toBe(404);
    expect(faults).toEqual([]);
  });
}

const said = (page: Page) => formOf(page).getByText(WHY).first();
