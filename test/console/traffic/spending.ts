import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../../kubernetes/control-plane/until.ts';
import { sideJourney } from '../kit/journey.ts';
import { KINDS } from '../kit/kinds.ts';
import { toast } from '../kit/object-journey.ts';
import { confirm, figure, numberIn } from '../kit/shown.ts';
import type { Stage } from '../kit/stage.ts';
import { Traffic } from '../kit/traffic.ts';
import { dayBefore, exported, makeReport } from './reports.ts';

/** What was spent: of budgets, and in reports of who pays for it. */
export function spendingJourneys(stage: Stage): void {
  sideJourney(
    stage,
    'shows what is spent of a budget, and raises it for a while',
    async (scene) => {
      const { cluster } = stage;
      await using traffic = await Traffic.open(stage, {
        ...{ name: 'pearl', models: ['one'], hasTeam: true, simulation: { outputTokens: 1000 } },
      });
      const title = `Of ${traffic.name}`;
      const spec = {
        ...{ displayName: title, entityType: 'team', entityId: traffic.name },
        ...{ limitUsd: '0.05', window: 'month' },
      };
      await cluster.apply({ kind: 'Budget', name: traffic.name, spec });
      await traffic.askMany(11, () => traffic.ask('one'));
      const page = await scene.page(`/budgets?q=${traffic.name}`);
      const row = page.getByRole('row').filter({ hasText: title });
      await row.getByText(/^\$0\.04\d* of \$0\.05/).waitFor();
      await row.getByText('Near the limit', { exact: true }).waitFor();
      await page.getByRole('link', { name: title, exact: true }).click();
      await page.getByText(/spent \(8\d(\.\d+)?\s?%\).* left of \$0\.05/).waitFor();

      await page.getByRole('button', { name: 'Raise for a while' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'More (USD)' }).fill('2');
      await dialog.getByRole('button', { name: 'Raise the budget' }).click();
      await page.getByText(/left of \$2\.05/).waitFor();
      await page.getByText('Raised for a while').waitFor();
      await seesReserved(page, traffic);
      await page.getByRole('tab', { name: 'Forecast', exact: true }).click();
      expect(await numberIn(figure(page, 'Spent so far'))).toBeGreaterThan(0);
      await figure(page, 'At the pace so far').waitFor();
      await page.getByRole('button', { name: 'End the increase' }).click();
      await confirm(page, 'End the increase');
      await page.getByText(/left of \$0\.05/).waitFor();
      await page.goto('/teams');
      await cluster.remove('budgets', traffic.name);
    },
  );

  sideJourney(
    stage,
    'makes a report of who pays, finalizes it and saves it as a file',
    async (scene) => {
      const { cluster } = stage;
      await using traffic = await Traffic.open(stage, {
        ...{ name: 'radar', models: ['one'], hasTeam: true, simulation: { outputTokens: 1000 } },
      });
      await cluster.apply({
        ...{ kind: 'CostAllocationRule', name: 'pilots-pay' },
        spec: {
          ...{ displayName: 'Pilots pay', teamId: traffic.name },
          ...{ allocationType: 'cost_center', allocationTarget: 'CC-900' },
        },
      });
      await traffic.askMany(5, () => traffic.ask('one'));
      await traffic.recorded(5);
      const page = await scene.page('/chargeback');
      await makeReport(page, { name: `Of today ${Date.now()}`, day: dayBefore(0) });
      const line = page.getByRole('row').filter({ hasText: 'CC-900' });
      await line.getByText('by Pilots pay').waitFor();
      await line.getByText(traffic.model('one')).waitFor();
      expect(await exported(page)).toContain('CC-900');
      await page.getByText('The period of this report still runs').waitFor();
      expect(await page.getByRole('button', { name: 'Finalize', exact: true }).isDisabled()).toBe(
        true,
      );

      await page.goto('/chargeback');
      // Nothing can be booked twice: another run takes another day.
      const day = dayBefore(1 + (Math.floor(Date.now() / 1000) % 300));
      await makeReport(page, { name: `Of a day before ${Date.now()}`, day });
      await page.getByRole('button', { name: 'Finalize', exact: true }).click();
      await confirm(page, 'Finalize');
      await toast(page, 'The report is final.');
      await page.getByRole('button', { name: 'Finalize' }).waitFor({ state: 'detached' });
      await exported(page);
      await page.getByText('Exported').first().waitFor();

      await page.goto(`${KINDS.costAllocationRule.page}?q=pilots`);
      await page.getByRole('link', { name: 'Pilots pay', exact: true }).waitFor();
      await page.goto('/forecast');
      await page.getByRole('heading', { level: 1, name: 'Forecast', exact: true }).waitFor();
      await page
        .getByRole('region', { name: 'Forecast by team' })
        .or(page.getByText('No team spent anything in this time'))
        .waitFor();
      await cluster.remove('costallocationrules', 'pilots-pay');
    },
  );
}

/** Asks for answers that take long, until the budget whose page is open shows what is kept back for them. */
async function seesReserved(page: Page, traffic: Traffic): Promise<void> {
  await traffic.answerBy({ outputTokens: 1000, latencyMs: 15_000 });
  const underWay: Promise<unknown>[] = [];
  const isShown = async (): Promise<boolean> => {
    underWay.push(traffic.ask('one'));
    return await page.getByText(/reserved for requests under way/).isVisible();
  };
  const what = 'the budget shows what is reserved';
  await until(isShown, { what, everyMs: 1000, timeoutMs: 120_000 });
  await Promise.all(underWay);
}
