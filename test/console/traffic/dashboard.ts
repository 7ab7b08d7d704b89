import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../../kubernetes/control-plane/until.ts';
import { choose, fillForm } from '../kit/fill-form.ts';
import { journey, sideJourney } from '../kit/journey.ts';
import { KINDS } from '../kit/kinds.ts';
import { createIt } from '../kit/object-journey.ts';
import { settled } from '../kit/settled.ts';
import { figure, numberIn, pick, rowsOf } from '../kit/shown.ts';
import type { Stage } from '../kit/stage.ts';
import { Traffic } from '../kit/traffic.ts';

/** The first steps go when all are done: nobody else writes a policy meanwhile. */
export function firstRunJourney(stage: Stage): void {
  journey(stage, 'leads through the first steps, which go when all are done', async (scene) => {
    expect(await stage.cluster.list('routingpolicies'), 'nobody wrote a policy yet').toEqual([]);
    await using traffic = await Traffic.open(stage, { name: 'first', models: ['one'] });
    await traffic.ask('one');
    await traffic.recorded(1);
    const page = await scene.pageOf(stage.aicp.key);
    const steps = page.getByRole('region', { name: 'First steps' });
    for (const done of ['Add a provider', 'Add a model', 'Make an API key']) {
      await steps.getByText(`Done: ${done}`).waitFor();
    }
    await steps.getByText('Done: Send the first request').waitFor();
    await steps.getByText('4 of 5 done').waitFor();
    await steps.getByRole('link', { name: 'Write a policy' }).click();
    await fillForm(page, {
      ...{ Name: 'The first of all', Condition: 'header.x-first == true' },
      ...{ Action: { choose: /prefer/i }, 'Target models': [traffic.model('one')] },
    });
    await createIt(page, KINDS.routingPolicy);
    await page.getByRole('heading', { level: 1, name: 'The first of all' }).waitFor();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('region', { name: 'Now', exact: true }).waitFor();
    await steps.waitFor({ state: 'detached' });
    await page.goto('/teams');
    const { metadata } = await stage.cluster.withSpec('routingpolicies', {
      displayName: 'The first of all',
    });
    await stage.cluster.remove('routingpolicies', metadata.name);
  });
}

/** What the Dashboard says of requests, and how one of them is found. */
export function dashboardJourneys(stage: Stage): void {
  sideJourney(stage, 'counts requests by model, provider and team', async (scene) => {
    await using traffic = await Traffic.open(stage, {
      ...{ name: 'coast', models: ['one', 'two'], hasTeam: true, hasOrganization: true },
    });
    await traffic.askMany(24, (number) => traffic.ask(number < 18 ? 'one' : 'two'));
    await traffic.recorded(24);
    const page = await scene.page(`/?range=1h&org=${traffic.name}`);
    const now = page.getByRole('region', { name: 'Now', exact: true });
    const row = now.getByRole('table', { name: 'By model' }).getByRole('row');
    await row
      .filter({ hasText: traffic.model('one') })
      .getByText(/^\$0\.00\d+$/)
      .waitFor();
    expect(await numberIn(figure(page, 'Spend today'))).toBeGreaterThan(0);

    const over = page.getByRole('region', { name: 'Over time', exact: true });
    await over.getByRole('heading', { name: 'Last hour' }).waitFor();
    const all = async () =>
      await numberIn(over.getByRole('group', { name: 'Requests', exact: true }));
    expect(await all()).toBe(24);
    for (const [grouping, group, count] of [
      ['By model', traffic.model('two'), 6],
      ['By provider', traffic.name, 24],
      ['By team', traffic.name, 24],
    ] as const) {
      await pick(page, 'Tell requests apart', grouping);
      await hasSum(over.getByRole('region', { name: 'Requests', exact: true }), group, count);
    }

    await chooseTime(page, '2024-01-01T00:00', '2024-01-02T00:00');
    await page.waitForURL(/since=2024-01-01/);
    await until(async () => (await all()) === 0, { what: 'nothing was asked in that time' });
  });

  sideJourney(stage, 'names what is not as it should be, until it is', async (scene) => {
    const { cluster } = stage;
    const model = (provider: string) => ({
      ...{ kind: 'Model', name: 'stranded' },
      spec: { modelId: 'stranded', provider },
    });
    await cluster.apply(model('nowhere'));
    const page = await scene.page('/');
    const item = page
      .getByRole('region', { name: 'Needs attention' })
      .getByRole('listitem')
      .filter({ hasText: 'stranded' });
    await item.getByRole('link').click();
    await page
      .getByRole('heading', { level: 1 })
      .and(page.getByText(/^(stranded|Models)$/))
      .waitFor();
    await page.getByText('nowhere').first().waitFor();
    await page.goto('/');
    await item.waitFor();
    await cluster.apply(model('simulated'));
    await item.waitFor({ state: 'detached' });
    await cluster.remove('models', 'stranded');
  });

  sideJourney(stage, 'finds requests by key, model and status, and opens one', async (scene) => {
    await using traffic = await Traffic.open(stage, { name: 'harbour', models: ['one', 'two'] });
    const asked = await traffic.askMany(9, (number) => traffic.ask(number < 6 ? 'one' : 'two'));
    const refused = await traffic.ask('three');
    expect(refused.status).toBe(404);
    await traffic.recorded(9);
    const page = await scene.page('/requests?range=1h');
    await choose(
      page.getByRole('combobox', { name: 'Key', exact: true }),
      new RegExp(traffic.keyId),
    );
    await rowsOf(page, 'requests', 10);
    await filter(page, 'Model', traffic.model('two'));
    await rowsOf(page, 'requests', 3);
    await filter(page, 'Model', '');
    await filter(page, 'Status', '4xx');
    const rows = await rowsOf(page, 'requests', 1);
    await rows.getByRole('link').first().click();
    await page
      .getByRole('alert')
      .getByText(/Failed: model not found/)
      .waitFor();
    await page.goBack();
    await filter(page, 'Status', '200');
    await rowsOf(page, 'requests', 9);

    const id = asked[0]?.id ?? '';
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Search' }).fill(id);
    await page.getByRole('button', { name: `Open request ${id}` }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === `/requests/${id}`);
    await settled(page);
    await figure(page, 'Result').getByText('Answered').waitFor();
    await figure(page, 'Cost')
      .getByText(/^\$0\.00\d+$/)
      .waitFor();
    const steps = page.getByRole('region', { name: 'What happened' });
    for (const step of ['Which model is meant', 'To the provider', 'Attempt 1']) {
      await steps.getByText(step, { exact: true }).first().waitFor();
    }
    const facts = page.getByRole('table', { name: 'Request', exact: true });
    await facts
      .getByRole('row', { name: /^API key/ })
      .getByRole('link')
      .waitFor();
  });
}

/** Types into a filter of a list, and applies it. */
async function filter(page: Page, title: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: title, exact: true });
  await field.fill(text);
  await field.press('Enter');
}

/** Chooses a time of one's own in the header. */
async function chooseTime(page: Page, from: string, until: string): Promise<void> {
  await page.getByRole('button', { name: /time range/ }).click();
  const box = page.getByRole('dialog');
  await box.getByLabel('From').fill(from);
  await box.getByLabel('Until').fill(until);
  await box.getByRole('button', { name: 'Apply' }).click();
}

/** Waits until the values of a group in a chart's table come to so many. */
async function hasSum(chart: Locator, group: string, count: number): Promise<void> {
  const table = chart.getByRole('table');
  if ((await table.count()) === 0) await chart.getByRole('switch').press('Space');
  await table.getByRole('columnheader', { name: group, exact: true }).waitFor();
  const sum = async (): Promise<number> => {
    const [heads = [], ...rows] = await table
      .getByRole('row')
      .evaluateAll((all) => all.map((one) => [...one.children].map((cell) => cell.textContent)));
    const at = heads.indexOf(group);
    return rows.reduce((total, row) => total + (Number.parseInt(row[at] ?? '', 10) || 0), 0);
  };
  const what = `${group} has ${count} requests in the chart`;
  await until(async () => (await sum()) === count, { what });
}
