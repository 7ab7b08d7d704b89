import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { faultsIn } from '../axe/axe.ts';
import { ALL_LOOKS, TWO_LOOKS } from '../axe/looks.ts';
import { IDENTIFIER, LABEL, shownText } from '../hostile-text/kit/texts.ts';
import { Watch } from '../hostile-text/kit/watch.ts';
import { inPage } from '../keyboard/kit/answer.ts';
import { enter, openTab, pick, typeInto } from '../keyboard/kit/keys.ts';
import { sideJourney } from '../kit/journey.ts';
import type { Scene } from '../kit/scene.ts';
import { figure, numberIn } from '../kit/shown.ts';
import type { Stage } from '../kit/stage.ts';

/** What a guardrail would say of a text, and what it said of requests. */
export function guardrailJourneys(stage: Stage): void {
  tried(stage);
  facts(stage);
  withoutFacts(stage);
}

function tried(stage: Stage): void {
  sideJourney(stage, 'tries a guardrail on requests and answers by keys alone', async (scene) => {
    const id = await guardrail(scene, {
      ...{
        name: 'Tried guardrail',
        enable_secrets_detection: true,
        secrets_action: 'block',
        mode: 'monitor',
      },
      ...{ blocked_keywords: ['bluebird'], stages: ['input'] },
    });
    const page = await scene.page(`/guardrails/${id}`);
    await openTab(page, 'Try it');
    await typeInto(page, page.getByRole('textbox', { name: 'Text', exact: true }), 'A bluebird.');
    await enter(page, inPage(page, 'Look'));
    await page.getByText('It would be blocked', { exact: true }).waitFor();
    await page.getByText('It only watches: nothing is done').waitFor();
    await page.getByRole('cell', { name: 'BLOCKED_KEYWORD', exact: true }).waitFor();
    expect(await faultsIn(page, { looks: ALL_LOOKS })).toEqual([]);
    await pick(page, page.getByRole('combobox', { name: 'Look at it as' }), 'An answer');
    await enter(page, inPage(page, 'Look'));
    await page.getByText('It does not look at these').waitFor();
  });
}

const NONE = { passed: 0, blocked: 0, redacted: 0, skipped: 0, error: 0 };

/** What the ledger might have of a guardrail, with labels that others chose. */
const STATS = {
  ...{ facts_since: '2026-01-01T00:00:00.000Z', requests: 42, step_seconds: 3600 },
  acted: { ...NONE, blocked: 7, redacted: 5, passed: 30 },
  monitored: { ...NONE, blocked: 3 },
  stages: [],
  findings: [
    { label: LABEL, action: 'block', is_monitor: false, requests: 7, count: 9 },
    { label: LABEL, action: 'block', is_monitor: true, requests: 3, count: 3 },
  ],
};

const SIMULATED = {
  ...{ requests: 12, would_block: 3, would_block_share: 0.25, would_redact: 0 },
  by_label: [{ label: LABEL, requests: 3, count: 3 }],
  by_team: [{ organization_id: null, team_id: IDENTIFIER, requests: 12, would_block: 3 }],
};

function facts(stage: Stage): void {
  sideJourney(stage, 'shows what a guardrail found, as text and over time', async (scene) => {
    const id = await guardrail(scene, { name: 'Told guardrail', enable_pii_detection: true });
    const page = await scene.page('/guardrails');
    await answerAsLedger(page);
    const watch = await Watch.over(page);
    await page.goto(`/guardrails/${id}?tab=findings&range=24h`);
    await figure(page, 'Blocked').waitFor();
    expect(await numberIn(figure(page, 'Looked at'))).toBe(42);
    expect(await numberIn(figure(page, 'Blocked'))).toBe(7);
    const chart = page.getByRole('region', { name: 'Verdicts', exact: true });
    await chart.getByRole('button', { name: 'Would have been blocked', exact: true }).waitFor();
    const found = page.getByRole('table', { name: 'What it found' });
    await found
      .getByRole('cell', { name: shownText(LABEL), exact: true })
      .first()
      .waitFor();
    await found.getByText('Watched only', { exact: true }).waitFor();
    await enter(page, inPage(page, 'Count'));
    await page.getByText('It would have blocked 3 of 12 requests (25%).').waitFor();
    await page.getByRole('table', { name: 'Whose' }).getByText(shownText(IDENTIFIER)).waitFor();
    // Before axe: the policy of the page forbids a part of what that tries.
    expect(await watch.faults('what a guardrail found')).toEqual([]);
    expect(await faultsIn(page, { looks: ALL_LOOKS })).toEqual([]);
  });
}

function withoutFacts(stage: Stage): void {
  sideJourney(stage, 'says where a guardrail has looked at nothing yet', async (scene) => {
    const id = await guardrail(scene, { name: 'Idle guardrail', enable_pii_detection: true });
    const page = await scene.page(`/guardrails/${id}?tab=findings`);
    await page.getByText('It looked at no request in this time.').waitFor();
    expect(await faultsIn(page, { looks: TWO_LOOKS })).toEqual([]);
  });
}

/** Answers in place of the ledger: a point of now, and what was simulated. */
async function answerAsLedger(page: Page): Promise<void> {
  await page.route(/\/api\/v1\/guardrails\/[^/]+\/(stats|simulate)/, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    if (pathname.endsWith('/simulate')) {
      await route.fulfill({ json: SIMULATED });
      return;
    }
    const [since, until] = ['since', 'until'].map((name) => searchParams.get(name) ?? '');
    const start = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString();
    const points = [{ start, acted: STATS.acted, monitored: STATS.monitored }];
    await route.fulfill({ json: { ...STATS, guardrail_id: 'any', since, until, points } });
  });
}

/** A guardrail for nobody's requests, and its id. */
async function guardrail(
  scene: Scene,
  fields: { readonly name: string; readonly [field: string]: unknown },
): Promise<string> {
  const { admin } = scene.stage;
  const body = { applies_to: { models: ['none/*'] }, ...fields };
  const { id } = await admin.json<{ readonly id: string }>('POST', '/api/v1/guardrails', body);
  scene.atEnd(() => admin.json('DELETE', `/api/v1/guardrails/${id}`));
  return id;
}
