import { afterAll, beforeAll, expect } from 'vitest';
import { sideJourney } from '../kit/journey.ts';
import type { Stage } from '../kit/stage.ts';
import { offersWhatItMay } from '../roles/buttons.ts';
import { financeJourney } from '../roles/finance.ts';
import {
  closedToIt,
  findsItsOwn,
  opensItsOwn,
  seesNothingOf,
  titlesIn,
} from '../roles/look-round.ts';
import { roleChoices } from '../roles/role-choices.ts';
import { ROLES } from '../roles/role-table.ts';
import { Tenants } from '../roles/tenants.ts';

/** What each role sees of the console, and what it may do there. */
export function roles(stage: Stage): void {
  let tenants: Tenants | undefined;
  const opened = (): Tenants => {
    if (!tenants) throw new Error('the tenants are not there');
    return tenants;
  };
  beforeAll(async () => {
    tenants = await Tenants.open(stage);
  }, 240_000);
  afterAll(async () => {
    await tenants?.[Symbol.asyncDispose]();
  }, 120_000);

  for (const shown of ROLES) {
    const { role, name, titles } = shown;
    sideJourney(stage, `shows ${role} its sections, and no other`, async (scene) => {
      const page = await scene.pageOf(opened().personOf(role).key);
      expect(await titlesIn(page)).toEqual(titles);
      await opensItsOwn(page, shown, opened());
      await closedToIt(page, shown, opened());
      await page.getByRole('button', { name: 'Your account' }).click();
      await page.getByRole('menu').getByText(name).waitFor();
    });

    sideJourney(stage, `offers ${role} what it may write, and nothing else`, async (scene) => {
      const person = opened().personOf(role);
      const page = await scene.pageOf(person.key);
      await offersWhatItMay(page, shown, { tenants: opened(), person });
    });

    if (role === 'platform_admin') continue;
    sideJourney(stage, `keeps another organization from ${role}`, async (scene) => {
      const page = await scene.pageOf(opened().personOf(role).key);
      await findsItsOwn(page, opened());
      await seesNothingOf(scene, page, opened());
    });
  }

  roleChoices(stage, opened);
  financeJourney(stage);
}
