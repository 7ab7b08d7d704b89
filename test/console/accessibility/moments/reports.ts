import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sideJourney } from '../../kit/journey.ts';
import { settled } from '../../kit/settled.ts';
import type { Stage } from '../../kit/stage.ts';
import { dayBefore } from '../../traffic/reports.ts';
import { faultsIn } from '../../axe/axe.ts';
import { ALL_LOOKS, TWO_LOOKS } from '../../axe/looks.ts';

const REPORTS = '/api/v1/chargeback/reports';

/** What a final report has besides: all of what its page can say. */
const FINAL = {
  ...{ status: 'exported', finalized_at: '2026-03-01T08:00:00Z', finalized_by: 'ada' },
  ...{ exported_at: '2026-03-02T08:00:00Z', restates: 'report-before' },
  rules_not_in_force: [{ id: 'late-rule', organization_id: null }],
};

/** Reports of who pays for what, open: a draft of a day that goes on, one that can become final, and a final one. */
export function reports(stage: Stage): void {
  sideJourney(stage, 'can be read by everybody: reports of chargeback', async (scene) => {
    const { admin } = stage;
    const made = await Promise.all(
      [0, 300].map(
        async (days) =>
          await admin.json<{ readonly id: string; readonly line_items: readonly object[] }>(
            ...(['POST', `${REPORTS}/generate`] as const),
            {
              ...{ period_start: dayBefore(days), period_end: dayBefore(days) },
              name: `Read by everybody, ${days} days ago`,
            },
          ),
      ),
    );
    const [today, past] = made.map(({ id }) => `/chargeback/${encodeURIComponent(id)}`);
    const page = await scene.page(today ?? '');
    const faults = await faultsIn(page, { looks: ALL_LOOKS, what: 'a draft of today' });
    await page.goto(past ?? '');
    await settled(page);
    faults.push(...(await faultsIn(page, { looks: ALL_LOOKS, what: 'a draft' })));
    faults.push(...(await faultsOfQuestion(page, 'Finalize')));
    faults.push(...(await faultsOfQuestion(page, 'Delete')));
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menu').waitFor();
    faults.push(...(await faultsIn(page, { looks: TWO_LOOKS, what: 'its export' })));
    await page.route(new RegExp(`${REPORTS}/[^/?]+$`), async (route) => {
      const answer = await route.fetch();
      const report = (await answer.json()) as object;
      await route.fulfill({ response: answer, json: { ...report, ...FINAL } });
    });
    await page.goto(today ?? '');
    await page.getByText('Not all rules were applied').waitFor();
    faults.push(...(await faultsIn(page, { looks: ALL_LOOKS, what: 'a final one' })));
    for (const { id } of made) await admin.json('DELETE', `${REPORTS}/${encodeURIComponent(id)}`);
    expect(faults).toEqual([]);
  });
}

async function faultsOfQuestion(page: Page, action: string): Promise<string[]> {
  await page.getByRole('button', { name: action, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const faults = await faultsIn(page, { looks: TWO_LOOKS, what: `the question to ${action}` });
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  return faults;
}
