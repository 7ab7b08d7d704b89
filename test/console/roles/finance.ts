import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../../kubernetes/control-plane/until.ts';
import { AdminClient } from '../kit/admin-client.ts';
import { fillForm } from '../kit/fill-form.ts';
import { sideJourney } from '../kit/journey.ts';
import { KINDS } from '../kit/kinds.ts';
import { createIt, openNew, toast } from '../kit/object-journey.ts';
import type { Scene } from '../kit/scene.ts';
import { confirm } from '../kit/shown.ts';
import type { Stage } from '../kit/stage.ts';
import { Traffic } from '../kit/traffic.ts';
import { dayBefore, exported, makeReport } from '../traffic/reports.ts';
import { titlesIn } from './look-round.ts';

interface Report {
  readonly total_cost: number;
  readonly allocated_cost: number;
  readonly line_items: readonly { readonly cost: number; readonly requests: number }[];
}

const REQUESTS = 5;

/** Whoever looks after an organization's money: from the rule to the file for the books. */
export function financeJourney(stage: Stage): void {
  sideJourney(stage, 'leads finance from a rule to a final report in a file', async (scene) => {
    await using traffic = await Traffic.open(stage, {
      ...{ name: 'ledger', models: ['one'], hasOrganization: true, hasTeam: true },
      simulation: { outputTokens: 1000 },
    });
    const { name } = traffic;
    const { id, key } = await stage.admin.json<{ readonly id: string; readonly key: string }>(
      ...(['POST', '/api/v1/api-keys'] as const),
      { name: `Controller of ${name}`, role: 'finance', organization_id: name },
    );
    const finance = await AdminClient.signedInOnceTaken(stage.aicp.adminUrl, key);
    await traffic.askMany(REQUESTS, () => traffic.ask('one'));
    await traffic.recorded(REQUESTS);

    const page = await scene.pageOf(key);
    await seesNoKeysAndNoPolicies(page);
    const rule = await writesRule(scene, page, name);
    await isSummed(finance);
    await makeReport(page, { name: `Of today ${name}`, day: dayBefore(0) });
    await page.getByRole('row').filter({ hasText: 'CC-77' }).first().waitFor();
    await page.getByText('The period of this report still runs').waitFor();
    const finalize = page.getByRole('button', { name: 'Finalize', exact: true });
    expect(await finalize.isDisabled(), 'its period still runs').toBe(true);
    const spent = await addsUp(page, finance);
    expect(spent.total_cost, 'what the requests cost').toBeGreaterThan(0);
    expect(spent.allocated_cost, 'the rule takes all of it').toBe(spent.total_cost);

    await page.goto('/chargeback');
    await makeReport(page, { name: `Of a day before ${name}`, day: dayBefore(40) });
    await finalize.click();
    await confirm(page, 'Finalize');
    await toast(page, 'The report is final.');
    await finalize.waitFor({ state: 'detached' });
    await addsUp(page, finance);
    await page.getByText('Exported').first().waitFor();

    await page.goto('/allocation-rules');
    await stage.cluster.remove('costallocationrules', rule);
    await page.getByText('The desks pay').first().waitFor({ state: 'detached' });
    await page.context().close();
    await stage.admin.json('DELETE', `/api/v1/api-keys/${id}`);
  });
}

/** Waits until what the requests cost stands in the sums that reports are made of, shortly after each is recorded. */
async function isSummed(finance: AdminClient): Promise<void> {
  const day = { period_start: dayBefore(0), period_end: dayBefore(0) };
  const trial = '/api/v1/chargeback/reports/generate?dry_run=true';
  const isThere = async (): Promise<boolean> => {
    const { line_items: items } = await finance.json<Report>('POST', trial, day);
    return items.reduce((sum, { requests }) => sum + requests, 0) === REQUESTS;
  };
  const what = 'what was asked is in the sums of reports';
  await until(isThere, { what, timeoutMs: 60_000, everyMs: 500 });
}

async function seesNoKeysAndNoPolicies(page: Page): Promise<void> {
  const titles = await titlesIn(page);
  for (const title of ['API Keys', 'Rate Limits', 'Guardrails', 'Model Access', 'Audit Log']) {
    expect(titles).not.toContain(title);
  }
  for (const path of ['/api-keys', '/routing-policies', '/rate-limits', '/guardrails']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: 'You have no right to this' }).waitFor();
  }
}

/** Writes a rule by the form. Answers what Kubernetes calls it. */
async function writesRule({ stage }: Scene, page: Page, team: string): Promise<string> {
  const kind = KINDS.costAllocationRule;
  await page.goto(kind.page);
  await openNew(page, kind);
  await fillForm(page, {
    ...{ Name: 'The desks pay', Team: team },
    ...{ 'Allocation type': { choose: 'Cost center' }, 'Allocation target': 'CC-77' },
  });
  await createIt(page, kind);
  await page.getByRole('heading', { level: 1, name: 'The desks pay', exact: true }).waitFor();
  const { metadata } = await stage.cluster.withSpec(kind.plural, {
    ...{ displayName: 'The desks pay', teamId: team, organizationId: team },
    allocationTarget: 'CC-77',
  });
  await page.goto('/chargeback');
  return metadata.name;
}

/** Exports the report that is open: what the file says adds up to what the report says, on the page and at the API. */
async function addsUp(page: Page, finance: AdminClient): Promise<Report> {
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const report = await finance.json<Report>('GET', `/api/v1/chargeback/reports/${id}`);
  const costs = columnOf(await exported(page), 'cost');
  expect(costs).toHaveLength(report.line_items.length);
  expect(sumOf(costs), 'the file adds up').toBe(millionths(report.total_cost));
  expect(sumOf(report.line_items.map(({ cost }) => cost)), 'the report adds up').toBe(
    millionths(report.total_cost),
  );
  return report;
}

/** Numbers of a column of a file whose texts hold no commas. */
function columnOf(csv: string, name: string): readonly number[] {
  const [head = '', ...rows] = csv.trim().split('\r\n');
  const at = head.split(',').indexOf(name);
  expect(at, `the file has a column ${name}`).toBeGreaterThanOrEqual(0);
  return rows.map((row) => Number(row.split(',')[at]));
}

const millionths = (usd: number): number => Math.round(usd * 1e6);
const sumOf = (all: readonly number[]): number =>
  millionths(all.reduce((sum, one) => sum + one, 0));
