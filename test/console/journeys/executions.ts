import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../../kubernetes/control-plane/until.ts';
import { faultsIn } from '../axe/axe.ts';
import { ALL_LOOKS } from '../axe/looks.ts';
import { fillForm, formOf } from '../kit/fill-form.ts';
import { sideJourney } from '../kit/journey.ts';
import type { Stage } from '../kit/stage.ts';
import { memberPage } from '../upstreams/member-page.ts';

const AT = '2026-03-01T08:00:00.000Z';
const LATER = '2026-03-01T08:00:02.000Z';

const EXECUTION = {
  ...{ id: 'e-1', execution_id: 'e-1', template: 'told', status: 'running', run: 1 },
  ...{ organization_id: null, started_by: 'ada', parent_id: null, error: null },
  ...{ created_at: AT, started_at: AT, ended_at: null, max_cost_usd: 0.5 },
  ...{ total_cost: 0.0012, total_tokens: 120 },
};

const STEP = {
  ...{ id: 'write', path: 'write', name: 'Write it', type: 'llm', status: 'running' },
  ...{ attempts: 1, started_at: AT, ended_at: null, waits_until: null, approvers: null },
  ...{ output: null, error: null, tokens: 120, cost: 0.0012 },
};

const DETAIL = { ...EXECUTION, input: { topic: 'the sea' }, output: null, steps: [STEP] };

const WROTE = { ...STEP, status: 'completed', ended_at: LATER, output: { text: 'It is salty.' } };
const REVIEW = {
  ...{ ...STEP, id: 'review', path: 'review', name: 'Review', type: 'approval' },
  ...{ status: 'waiting', approvers: ['ada', 'grace'], tokens: 0, cost: 0 },
};

/** A workflow engine in place of the installation's, which answers what the test says. */
class EngineInBrowser {
  detail: object = DETAIL;
  /** What is told to who follows the execution. */
  events: readonly (readonly [name: string, told: object])[] = [];
  /** How it stands once that was told. */
  next: object | undefined;
  /** How it stands once somebody acted, from the answer on: not before, since the page reads it again by itself. */
  acted: object | undefined;
  readonly taken: { readonly verb: string; readonly body: unknown }[] = [];

  static async on(page: Page): Promise<EngineInBrowser> {
    const engine = new EngineInBrowser();
    await page.route(/\/api\/v1\/workflows\/executions/, (route) => engine.answer(route));
    return engine;
  }

  private async answer(route: Route): Promise<void> {
    const request = route.request();
    const [id, verb] = new URL(request.url()).pathname.split('/').slice(5);
    if (request.method() === 'POST') {
      this.taken.push({ verb: verb ?? 'start', body: request.postDataJSON() as unknown });
      if (this.acted) this.detail = this.next = this.acted;
      await route.fulfill({ status: id === undefined ? 201 : 200, json: this.detail });
    } else if (verb === 'events') {
      const pieces = this.events.map(
        ([name, told]) => `event: ${name}\ndata: ${JSON.stringify(told)}\n\n`,
      );
      this.detail = this.next ?? this.detail;
      await route.fulfill({ contentType: 'text/event-stream', body: pieces.join('') });
    } else {
      await route.fulfill({ json: id === undefined ? [this.detail] : this.detail });
    }
  }
}

const WORKFLOW = {
  name: 'Told workflow',
  type: 'told',
  steps: [
    { id: 'write', type: 'llm', with: { model: 'sim-small', prompt: 'Write' } },
    { id: 'review', type: 'approval', with: {}, needs: ['write'] },
  ],
  input_schema: {
    type: 'object',
    required: ['topic'],
    properties: {
      topic: { type: 'string', title: 'Topic', description: 'What to write about.' },
      words: { type: 'integer', title: 'Words', default: 100 },
      tone: { enum: ['dry', 'warm'], title: 'Tone' },
      is_public: { type: 'boolean', title: 'For everybody' },
      sources: { type: 'array', items: { type: 'string' }, title: 'Sources' },
    },
  },
};

/** What the installation's own engine runs: it asks a model, and waits for a person. */
const REVIEWED = {
  ...{ name: 'Reviewed workflow', type: 'reviewed' },
  steps: [
    { id: 'write', type: 'llm', with: { model: 'sim-small', prompt: '${{ input.topic }}' } },
    { id: 'review', type: 'approval', with: {} },
  ],
  input_schema: { type: 'object', required: ['topic'], properties: { topic: { type: 'string' } } },
};

/** Who is signed in is in two teams. */
async function inTeams(route: Route): Promise<void> {
  const response = await route.fetch();
  const told = (await response.json()) as { readonly user: object };
  const user = { ...told.user, team_ids: ['web', 'ml'] };
  await route.fulfill({ response, json: { ...told, user } });
}

/** Running a workflow, following what becomes of it, and deciding what it waits for. */
export function executionJourneys(stage: Stage): void {
  sideJourney(stage, 'runs a workflow by a form that its schema asks for', async (scene) => {
    const { admin } = stage;
    const { id } = await admin.json<{ readonly id: string }>('POST', '/api/v1/workflows', WORKFLOW);
    scene.atEnd(() => admin.json('DELETE', `/api/v1/workflows/${id}`));
    const page = await scene.page(`/workflows/${id}?tab=steps`);
    await page.getByRole('img', { name: /^The order of the steps/ }).waitFor();
    expect(await faultsIn(page, { looks: ALL_LOOKS })).toEqual([]);
    const engine = await EngineInBrowser.on(page);
    await page.getByRole('tab', { name: 'Run', exact: true }).press('Enter');
    const run = formOf(page).getByRole('button', { name: 'Run', exact: true });
    await run.press('Enter');
    await formOf(page).getByText('It is needed.').waitFor();
    await fillForm(page, {
      ...{ Topic: 'the sea', Tone: { choose: 'warm' }, 'For everybody': { choose: 'No' } },
      ...{ Sources: '["atlas"]', 'Maximum cost (USD)': '0.5' },
    });
    expect(await faultsIn(page, { looks: ALL_LOOKS })).toEqual([]);
    await run.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Execution of told' }).waitFor();
    expect(engine.taken).toEqual([
      {
        verb: 'start',
        body: {
          ...{ template: 'told', max_cost_usd: '0.5' },
          input: {
            ...{ topic: 'the sea', words: 100, tone: 'warm', is_public: false },
            sources: ['atlas'],
          },
        },
      },
    ]);
  });

  sideJourney(stage, 'runs a workflow for the team that somebody chooses', async (scene) => {
    const { admin } = stage;
    const body = { ...WORKFLOW, name: 'Shared workflow', type: 'shared' };
    const { id } = await admin.json<{ readonly id: string }>('POST', '/api/v1/workflows', body);
    scene.atEnd(() => admin.json('DELETE', `/api/v1/workflows/${id}`));
    const page = await scene.page('/account');
    await page.route(/\/auth\/refresh$/, inTeams);
    const engine = await EngineInBrowser.on(page);
    await page.goto(`/workflows/${id}?tab=run`);
    await fillForm(page, { Topic: 'the sea', Team: { choose: 'web' } });
    const sent = page.waitForRequest((request) => request.url().includes('team_id='));
    await formOf(page).getByRole('button', { name: 'Run', exact: true }).press('Enter');
    expect(new URL((await sent).url()).searchParams.get('team_id')).toBe('web');
    await page.getByRole('heading', { level: 1, name: 'Execution of told' }).waitFor();
    expect(engine.taken.map(({ verb }) => verb)).toEqual(['start']);
  });

  sideJourney(
    stage,
    'lets members run the platform’s workflows, and change none',
    async (scene) => {
      const page = await memberPage(scene, {
        ...{ word: 'flowless', collection: 'workflows' },
        body: { ...REVIEWED, name: 'Own workflow', type: 'flowless' },
      });
      await page.goto('/workflows');
      await page.getByRole('row').filter({ hasText: 'Research' }).getByRole('link').click();
      await page.getByRole('tab', { name: 'Run', exact: true }).press('Enter');
      expect(await page.getByRole('tab', { name: 'Edit', exact: true }).count()).toBe(0);
      expect(await page.getByText('in the last 24 hours', { exact: false }).count()).toBe(0);
      await fillForm(page, { Query: 'What is a control plane?' });
      await formOf(page).getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Execution of research' }).waitFor();
      await page.getByRole('main').getByRole('status').filter({ hasText: 'Completed' }).waitFor();
    },
  );

  sideJourney(stage, 'runs a workflow that asks a model and waits for a person', async (scene) => {
    const { admin } = stage;
    const { id } = await admin.json<{ readonly id: string }>('POST', '/api/v1/workflows', REVIEWED);
    scene.atEnd(() => admin.json('DELETE', `/api/v1/workflows/${id}`));
    const isReady = async () =>
      (await admin.json<{ readonly ready: boolean }>('GET', `/api/v1/workflows/${id}`)).ready;
    await until(isReady, { what: 'the engine has the workflow' });
    const page = await scene.page(`/workflows/${id}?tab=run`);
    await fillForm(page, { Topic: 'the sea' });
    await formOf(page).getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Execution of reviewed' }).waitFor();
    await page.getByRole('button', { name: 'Approve review' }).waitFor();
    // Another program decides, and the page follows.
    const execution = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const signal = { step: 'review', payload: { approved: true } };
    await admin.json('POST', `/api/v1/workflows/executions/${execution}/signal`, signal);
    const state = page.getByRole('main').getByRole('status').filter({ hasText: 'Completed' });
    await state.waitFor();
    const steps = page.getByRole('table', { name: 'Steps', exact: true });
    await steps.getByRole('row', { name: /^write Asks a model Completed/ }).waitFor();
    await steps.getByRole('row', { name: /^review Waits for approval Completed/ }).waitFor();
    await page.getByRole('group', { name: 'Output as text' }).waitFor();
  });

  sideJourney(stage, 'follows an execution until it waits, and decides for it', async (scene) => {
    const page = await scene.page('/account');
    const engine = await EngineInBrowser.on(page);
    engine.events = [
      ['step', WROTE],
      ['step', REVIEW],
      ['execution', { ...EXECUTION, status: 'waiting' }],
    ];
    engine.next = { ...DETAIL, status: 'waiting', steps: [WROTE, REVIEW] };
    await page.goto('/executions/e-1');
    const decision = page.getByRole('alert', { name: 'Review (review) waits for a decision' });
    await decision.getByText('Who decides: ada, grace.').waitFor();
    await page.getByRole('button', { name: 'Output of write', exact: true }).press('Enter');
    await page.getByRole('group', { name: 'Output of write as text' }).waitFor();
    expect(await faultsIn(page, { looks: ALL_LOOKS })).toEqual([]);

    await decision.getByRole('textbox', { name: 'Comment' }).fill('Good.');
    engine.acted = { ...DETAIL, ended_at: LATER, status: 'completed', output: 'It is salty.' };
    await decision.getByRole('button', { name: 'Approve review' }).press('Enter');
    await page.getByRole('region', { name: 'Output' }).getByText('It is salty.').waitFor();
    await decision.waitFor({ state: 'detached' });
    expect(engine.taken).toEqual([
      {
        verb: 'signal',
        body: { step: 'review', payload: { approved: true, comment: 'Good.' } },
      },
    ]);
  });

  sideJourney(stage, 'says why somebody may not decide in the place of buttons', async (scene) => {
    const page = await scene.page('/account');
    const engine = await EngineInBrowser.on(page);
    const why = 'You started this execution, and nobody decides for their own.';
    const kept = { ...REVIEW, cannot_decide: why };
    engine.detail = { ...DETAIL, status: 'waiting', steps: [WROTE, kept] };
    engine.events = [['step', kept]];
    await page.goto('/executions/e-1');
    const decision = page.getByRole('alert', { name: 'Review (review) waits for a decision' });
    await decision.getByText(why).waitFor();
    expect(await decision.getByRole('button').count()).toBe(0);
    expect(await decision.getByRole('textbox').count()).toBe(0);
    expect(await faultsIn(page, { looks: ALL_LOOKS })).toEqual([]);
  });

  sideJourney(stage, 'lists executions, cancels one, and retries what failed', async (scene) => {
    const page = await scene.page('/account');
    const engine = await EngineInBrowser.on(page);
    await page.goto('/executions');
    await page.getByRole('row').filter({ hasText: 'told' }).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Execution of told' }).waitFor();
    await confirmed(page, 'Cancel', 'Cancel the execution');
    await page.getByRole('alert').getByText('The execution is cancelled.').waitFor();
    const why = 'Step "write": the model refused.';
    engine.detail = { ...DETAIL, status: 'failed', ended_at: LATER, error: why };
    await page.reload();
    await page.getByRole('alert', { name: 'Why it failed' }).getByText(why).waitFor();
    await confirmed(page, 'Retry', 'Retry the execution');
    await page.getByRole('alert').getByText('The execution goes on.').waitFor();
    expect(engine.taken.map(({ verb }) => verb)).toEqual(['cancel', 'retry']);
  });
}

async function confirmed(page: Page, button: string, action: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: action, exact: true }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
}
