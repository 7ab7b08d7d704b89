import { expect } from 'vitest';
import { sideJourney } from '../../kit/journey.ts';
import { settled } from '../../kit/settled.ts';
import type { Stage } from '../../kit/stage.ts';
import { faultsIn } from '../../axe/axe.ts';
import { ALL_LOOKS, TWO_LOOKS } from '../../axe/looks.ts';

const ID = 'signed-on';
const ORGANIZATION = `/api/v1/organizations/${ID}`;

/** How the people of an organization sign in: before it is set, while it is typed, and afterwards. */
export function signOn(stage: Stage): void {
  sideJourney(stage, 'can be read by everybody: single sign-on', async (scene) => {
    const { admin } = stage;
    await admin.json('POST', '/api/v1/organizations', { name: 'Signed on', slug: ID });
    const page = await scene.page(`/organizations/${ID}?tab=sso`);
    scene.allow(/status of 404.*\/sso/);
    const faults = await faultsIn(page, { looks: TWO_LOOKS, what: 'not set' });
    await page.getByRole('button', { name: 'Set up single sign-on', exact: true }).click();
    await page.getByRole('button', { name: 'Add a role', exact: true }).click();
    await page.getByRole('group', { name: 'Role 1', exact: true }).waitFor();
    await settled(page);
    faults.push(...(await faultsIn(page, { looks: ALL_LOOKS, what: 'its form' })));
    await admin.json('PUT', `${ORGANIZATION}/sso`, {
      ...{ issuer: 'https://login.example.com/seen', client_id: 'aicp', enabled: false },
      role_mapping: [{ claim: 'groups', value: 'staff', role: 'member' }],
    });
    await page.goto(`/organizations/${ID}?tab=sso`);
    await page.getByRole('table', { name: 'Which claims give which role' }).waitFor();
    await settled(page);
    faults.push(...(await faultsIn(page, { looks: ALL_LOOKS, what: 'set' })));
    await page.getByRole('button', { name: 'Turn on', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    faults.push(...(await faultsIn(page, { looks: TWO_LOOKS, what: 'the question' })));
    await admin.json('DELETE', ORGANIZATION);
    scene.allow(new RegExp(`status of 404.*/${ID}`));
    expect(faults).toEqual([]);
  });
}
