import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../../kubernetes/control-plane/until.ts';
import { fillForm } from '../kit/fill-form.ts';
import { sideJourney } from '../kit/journey.ts';
import { KINDS } from '../kit/kinds.ts';
import { createIt, openNew, toast } from '../kit/object-journey.ts';
import { confirm, figure, numberIn } from '../kit/shown.ts';
import type { Stage } from '../kit/stage.ts';
import { Traffic } from '../kit/traffic.ts';

const PATIENCE = { timeoutMs: 180_000, everyMs: 500 };

/** A test of two models, from its form to the promotion of the variant. */
export function trialJourneys(stage: Stage): void {
  sideJourney(stage, 'starts an A/B test, shows its results and promotes it', async (scene) => {
    const { cluster } = stage;
    await using traffic = await Traffic.open(stage, {
      ...{ name: 'sail', models: ['old', 'new'], prices: { new: '1' } },
    });
    const title = `New for ${traffic.name}`;
    const page = await scene.page(KINDS.abTest.page);
    await openNew(page, KINDS.abTest);
    await fillForm(page, {
      ...{ Name: title, 'Base model': traffic.model('old') },
      ...{ 'Variant model': traffic.model('new'), 'Share of the traffic': 50 },
      'Success metric': { choose: /cost/i },
      ...{ 'Requests at least': 20, 'Stay with a model by': { choose: 'Request' } },
    });
    await createIt(page, KINDS.abTest);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const { metadata } = await cluster.withSpec('abtests', { displayName: title });
    await decide(page, 'Start', 'The test is started.');
    await page.getByText('Running', { exact: true }).first().waitFor();
    const takesPart = async (): Promise<boolean> => {
      const answers = await traffic.askMany(4, () => traffic.ask('old'));
      return answers.some(({ model }) => model === traffic.model('new'));
    };
    await until(takesPart, { what: 'the variant answers a part', ...PATIENCE });
    await traffic.askMany(80, () => traffic.ask('old'));
    await traffic.recorded(84);

    await page.getByRole('tab', { name: 'Results', exact: true }).click();
    const ofVariant = async (): Promise<boolean> => {
      await page.getByRole('button', { name: 'Look now' }).click();
      return (await numberIn(figure(page, 'Requests of the variant'))) >= 20;
    };
    await until(ofVariant, { what: 'the results have the requests', ...PATIENCE });
    const cost = page.getByRole('table', { name: 'Results' }).getByRole('row', { name: /^Cost/ });
    await cost.getByText(/^−\d.* \(.* to .*\)$/).waitFor();
    await decide(page, 'Promote', 'The variant is promoted.');
    await page.getByText('Promoted', { exact: true }).first().waitFor();
    const isPromoted = async (): Promise<boolean> => {
      const answers = await traffic.askMany(8, () => traffic.ask('old'));
      return answers.every(({ model }) => model === traffic.model('new'));
    };
    await until(isPromoted, { what: 'the variant answers all', ...PATIENCE });
    await page.goto('/ab-tests?status=promoted');
    await page.getByRole('link', { name: title, exact: true }).waitFor();
    await page.goto('/teams');
    await cluster.remove('abtests', metadata.name);
  });
}

/** Health, what is promised of it, and what happens where it fails. */
export function healthJourneys(stage: Stage): void {
  sideJourney(stage, 'shows how models fare, and takes care of a violation', async (scene) => {
    const { cluster, admin } = stage;
    const simulation = { errorRate: '0.5', errorStatus: 500 };
    await using traffic = await Traffic.open(stage, { name: 'storm', models: ['one'], simulation });
    const { name } = traffic;
    const spec = {
      ...{ displayName: `Few errors of ${name}`, provider: name, modelPattern: `${name}/*` },
      ...{ targetErrorRate: '0.01', evaluationWindowMinutes: 1 },
    };
    await cluster.apply({ kind: 'SLADefinition', name, spec });
    const isMissed = async (): Promise<boolean> => {
      await traffic.askMany(16, () => traffic.ask('one'));
      const active = await admin.json<readonly { readonly sla_id: string }[]>(
        ...(['GET', '/api/v1/sla/violations/active?limit=100'] as const),
      );
      return active.some(({ sla_id: id }) => id === name);
    };
    await until(isMissed, { what: 'the target is missed', ...PATIENCE, everyMs: 3_000 });

    const page = await scene.page('/sla-monitor');
    const card = page.getByRole('article', { name: `${traffic.model('one')} of ${name}` });
    await card
      .getByText(/^\d[\d.]*\s?%$/)
      .first()
      .waitFor();
    await card.getByRole('button', { name: /^History of / }).click();
    await page.getByRole('region', { name: /^History of / }).waitFor();

    await page.goto(`/sla-violations?sla_id=${name}`);
    const row = page.getByRole('table', { name: 'violations' }).locator('[data-record]');
    await row.getByText('Open', { exact: true }).waitFor();
    await row.getByRole('button').first().click();
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).click();
    await toast(page, 'The violation is acknowledged.');
    await row.getByText('Acknowledged', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resolve', exact: true }).click();
    await confirm(page, 'Resolve');
    await toast(page, 'The violation is resolved.');
    await row.getByText('Resolved', { exact: true }).waitFor();

    await page.goto(`/sla-definitions/${name}`);
    await figure(page, 'Targets').getByText('Target missed').waitFor();
    await figure(page, 'Error budget of 30 days')
      .getByText(/Overdrawn by|% left/)
      .waitFor();
    await page.goto('/teams');
    await cluster.remove('sladefinitions', name);
  });

  sideJourney(stage, 'shows that one model answers in the place of another', async (scene) => {
    const { cluster } = stage;
    const simulation = { errorRate: '1', errorStatus: 500 };
    await using broken = await Traffic.open(stage, { name: 'leak', models: ['one'], simulation });
    await using spare = await Traffic.open(stage, { name: 'spare', models: ['one'] });
    const { name } = broken;
    const spec = {
      ...{ displayName: `Away from ${name}`, sourceModel: broken.model('one') },
      ...{ targetModel: spare.model('one'), triggerCondition: 'error_rate > 0.2' },
    };
    await cluster.apply({ kind: 'FailoverRule', name, spec: { ...spec, cooldownMinutes: 10 } });
    const page = await scene.page(`/failover-rules/${name}`);
    await figure(page, 'State').getByText('Watching').waitFor();
    await broken.askMany(40, () => broken.ask('one'));
    await figure(page, 'State').getByText('Failed over').waitFor();
    await page.getByText(/^Left last for: .*error_rate/).waitFor();
    const answers = await broken.askMany(8, () => broken.ask('one'));
    expect(new Set(answers.map(({ model }) => model))).toEqual(new Set([spare.model('one')]));
    const isMoved = async () => (await numberIn(figure(page, 'Requests moved'))) >= 8;
    await until(isMoved, { what: 'the page counts what was moved', ...PATIENCE });
    await page.goto('/teams');
    await cluster.remove('failoverrules', name);
  });
}

/** Does something with the test whose page is open, and confirms it. */
async function decide(page: Page, verb: string, done: string): Promise<void> {
  await page.getByRole('button', { name: verb, exact: true }).click();
  await confirm(page, verb);
  await toast(page, done);
}
