import { beginStream } from '@aicp/gateway/testing/scripted-provider';
import {
  cardOf,
  rpcEvent,
  startScriptedAgent,
  type AgentScript,
} from '@aicp/gateway/testing/scripted-agent';
import { workingAgent } from '@aicp/gateway/testing/working-agent';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../../kubernetes/control-plane/until.ts';
import { faultsIn } from '../axe/axe.ts';
import { ALL_LOOKS } from '../axe/looks.ts';
import { DESCRIPTION, IN_DESCRIPTIONS, MARKUP, shownText } from '../hostile-text/kit/texts.ts';
import { Watch } from '../hostile-text/kit/watch.ts';
import { sideJourney } from '../kit/journey.ts';
import type { Scene } from '../kit/scene.ts';
import { settled } from '../kit/settled.ts';
import type { Stage } from '../kit/stage.ts';
import { memberPage } from './member-page.ts';

interface Made {
  readonly id: string;
  readonly ready: boolean;
}

/** An agent that runs, and the page of its object with this tab, once gateways know it. */
async function served(
  scene: Scene,
  name: string,
  at: { readonly script?: AgentScript; readonly card?: object; readonly tab: string },
): Promise<Page> {
  const { admin } = scene.stage;
  const upstream = await startScriptedAgent(at.script ?? workingAgent(), (url) =>
    cardOf(url, ['1.0', '0.3'], at.card),
  );
  scene.atEnd(async () => {
    await upstream[Symbol.asyncDispose]();
  });
  const { id } = await admin.json<Made>('POST', '/api/v1/agents', { name, url: upstream.url });
  scene.atEnd(() => admin.json('DELETE', `/api/v1/agents/${id}`));
  await until(async () => (await admin.json<Made>('GET', `/api/v1/agents/${id}`)).ready, {
    what: 'gateways know the agent',
  });
  return await scene.page(`/agents/${id}?tab=${at.tab}`);
}

/** Streams that a task needs an answer, and knows nothing of it afterwards. */
const askingAgent = (): AgentScript => {
  const whole = workingAgent();
  return (call, response) => {
    if (call.method !== 'SendStreamingMessage') {
      whole(call, response);
      return;
    }
    const status = { state: 'TASK_STATE_INPUT_REQUIRED' };
    const task = { id: 'task-1', contextId: 'context-1', status };
    beginStream(response).end(rpcEvent(call.id, { task }));
  };
};

/** Agents: what they say of themselves, and what they answer whoever tries them. */
export function trialsOfAgents(stage: Stage): void {
  sideJourney(stage, 'tests an agent, and shows its card', async (scene) => {
    const plan = { id: 'plan', name: 'Plan a day', description: 'Plans.', tags: ['plan'] };
    const skills = [{ ...plan, examples: ['Plan my day'] }];
    const page = await served(scene, 'Carded agent', { tab: 'card', card: { skills } });
    const told = page.getByRole('region', { name: 'Skills' });
    await told.getByText('Plan a day').waitFor();
    await told.getByText('For example: “Plan my day”').waitFor();
    await page.getByText('A2A 1.0, A2A 0.3').waitFor();
    expect(await faultsIn(page, { looks: ALL_LOOKS })).toEqual([]);
    await page.getByRole('button', { name: 'Test', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It answers, and speaks protocol 1.0 and 0.3.').waitFor();
    expect(await faultsIn(page, { looks: ALL_LOOKS })).toEqual([]);
  });

  sideJourney(stage, 'tries an agent through the gateway by keys alone', async (scene) => {
    const page = await served(scene, 'Tried agent', { tab: 'try' });
    await page.getByRole('textbox', { name: 'Message' }).fill('Plan my day.');
    await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByRole('status').getByText('Completed').waitFor();
    await answer.getByText('Done.').waitFor();
    expect(await page.getByRole('button', { name: 'Cancel the task' }).count()).toBe(0);
    expect(await faultsIn(page, { looks: ALL_LOOKS })).toEqual([]);
  });

  sideJourney(stage, 'cancels the task of an agent, and says what it refuses', async (scene) => {
    const page = await served(scene, 'Waiting agent', { tab: 'try', script: askingAgent() });
    await page.getByRole('textbox', { name: 'Message' }).fill('Plan my day.');
    await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByRole('status').getByText('Input required').waitFor();
    expect(await faultsIn(page, { looks: ALL_LOOKS })).toEqual([]);
    // The agent knows no such task: it says so.
    await page.getByRole('button', { name: 'Cancel the task' }).press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Not answered' }).waitFor();
  });

  sideJourney(stage, 'shows what a hostile agent says as text, and cuts it', async (scene) => {
    const long = `${DESCRIPTION}${'W'.repeat(8000)}`;
    const skill = { id: 'x', name: `${MARKUP}\u202E`, description: long, tags: [] };
    const card = { name: MARKUP, description: long, skills: [{ ...skill, examples: [long] }] };
    const script: AgentScript = ({ id }, response) => {
      const parts = [{ text: long }];
      const message = { messageId: 'm', role: 'ROLE_AGENT', parts };
      beginStream(response).end(rpcEvent(id, { message }));
    };
    const page = await served(scene, 'Hostile agent', { tab: 'card', card, script });
    const watch = await Watch.over(page);
    await settled(page);
    await page.getByText(IN_DESCRIPTIONS).first().waitFor();
    const faults = [...(await watch.faults('its card'))];
    await page.getByRole('tab', { name: 'Try it', exact: true }).press('Enter');
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
    await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText(shownText(DESCRIPTION).slice(0, 60)).waitFor();
    faults.push(...(await watch.faults('its answer')));
    expect(faults).toEqual([]);
  });

  sideJourney(stage, 'lets members try agents, and change none', async (scene) => {
    scene.allow(/status of 502.*\/card/);
    const url = 'https://agents.example.com/read';
    const page = await memberPage(scene, {
      ...{ word: 'agentless', collection: 'agents' },
      body: { name: 'Read agent', url },
    });
    await page.getByText(url).first().waitFor();
    await page.getByRole('tab', { name: 'Try it', exact: true }).waitFor();
    for (const name of ['Test', 'New agent']) {
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
    }
    expect(await page.getByRole('tab', { name: 'Edit', exact: true }).count()).toBe(0);
    await page.goto('/agents');
    await page.getByText('Agents of the platform are not listed here', { exact: false }).waitFor();
  });
}
