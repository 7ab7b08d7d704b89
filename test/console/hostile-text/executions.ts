import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sideJourney } from '../kit/journey.ts';
import { settled } from '../kit/settled.ts';
import type { Stage } from '../kit/stage.ts';
import { DESCRIPTION, IN_DESCRIPTIONS, MARKUP } from './kit/texts.ts';
import { Watch } from './kit/watch.ts';

const AT = '2026-03-01T08:00:00.000Z';
const LONG = `${DESCRIPTION}${'W'.repeat(60_000)}`;

/** What models, tools and whoever started it wrote, wherever an execution has a place for it. */
const STEP = {
  ...{ id: 'write', path: 'write', name: DESCRIPTION, type: 'llm', status: 'failed' },
  ...{ attempts: 1, started_at: AT, ended_at: AT, waits_until: null, approvers: null },
  ...{ output: { text: LONG, [MARKUP]: [MARKUP] }, error: DESCRIPTION, tokens: 1, cost: 0 },
};
const REVIEW = {
  ...{ ...STEP, id: 'review', path: 'review', type: 'approval', status: 'waiting' },
  ...{ approvers: [MARKUP, DESCRIPTION], output: null, error: null, ended_at: null },
  ...{ title: MARKUP, message: DESCRIPTION },
};
const EXECUTION = {
  ...{ id: 'e-hostile', execution_id: 'e-hostile', template: MARKUP, status: 'waiting', run: 1 },
  ...{ organization_id: null, started_by: DESCRIPTION, parent_id: null, error: DESCRIPTION },
  ...{ created_at: AT, started_at: AT, ended_at: null, max_cost_usd: 0.5 },
  ...{ total_cost: 0, total_tokens: 1 },
};
const DETAIL = { ...EXECUTION, input: { [MARKUP]: LONG }, output: LONG, steps: [STEP, REVIEW] };

/** Answers in place of the workflow engine. */
async function answerAsEngine(page: Page): Promise<void> {
  await page.route(/\/api\/v1\/workflows\/executions/, async (route) => {
    const [id, verb] = new URL(route.request().url()).pathname.split('/').slice(5);
    if (verb === 'events') await route.fulfill({ contentType: 'text/event-stream', body: '' });
    else await route.fulfill({ json: id === undefined ? [EXECUTION] : DETAIL });
  });
}

/** What went through an execution is text, on its page and in the list. */
export function executions(stage: Stage): void {
  sideJourney(stage, 'shows what went through an execution as text', async (scene) => {
    const page = await scene.page('/account');
    await answerAsEngine(page);
    const watch = await Watch.over(page);
    await page.goto('/executions');
    await settled(page);
    const faults = [...(await watch.faults('the list of executions'))];
    await page.goto('/executions/e-hostile');
    await page.getByText(IN_DESCRIPTIONS).first().waitFor();
    faults.push(...(await watch.faults('an execution')));
    const [output] = await page.getByRole('button', { name: /^(Output|Error) of/ }).all();
    if (!output) throw new Error('no output of a step can be opened');
    await output.press('Enter');
    await page.getByRole('group', { name: /^Output of .* as text$/ }).waitFor();
    faults.push(...(await watch.faults('the output of a step')));
    expect(faults).toEqual([]);
  });
}
