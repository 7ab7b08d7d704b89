import { expect } from 'vitest';
import { AdminClient } from '../../kit/admin-client.ts';
import { sideJourney } from '../../kit/journey.ts';
import { settled } from '../../kit/settled.ts';
import type { Stage } from '../../kit/stage.ts';
import { faultsIn } from '../../axe/axe.ts';
import { TWO_LOOKS } from '../../axe/looks.ts';

/** Pages of somebody who may not open everything, and what stands where they may not be. */
export function closedPages(stage: Stage): void {
  sideJourney(stage, 'can be read by everybody: pages that are closed', async (scene) => {
    const { admin, aicp } = stage;
    const body = { name: 'Seen member', role: 'member', user_id: 'grace' };
    const { id, key } = await admin.json<{ readonly id: string; readonly key: string }>(
      ...(['POST', '/api/v1/api-keys', body] as const),
    );
    await AdminClient.signedInOnceTaken(aicp.adminUrl, key);
    const page = await scene.pageOf(key);
    const faults = await faultsIn(page, { looks: TWO_LOOKS, what: 'what a member sees' });
    for (const path of ['/audit-log', '/teams/_new', '/people', '/price-catalogs']) {
      await page.goto(path);
      const name = 'You have no right to this';
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      faults.push(...(await faultsIn(page, { looks: TWO_LOOKS, what: 'closed' })));
    }
    await page.goto('/api-keys');
    await settled(page);
    faults.push(...(await faultsIn(page, { looks: TWO_LOOKS, what: 'the keys of a member' })));
    await admin.json('DELETE', `/api/v1/api-keys/${id}`);
    scene.allow(/status of 401/);
    expect(faults).toEqual([]);
  });
}
