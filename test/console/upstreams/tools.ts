import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../../kubernetes/control-plane/until.ts';
import { faultsIn } from '../axe/axe.ts';
import { ALL_LOOKS } from '../axe/looks.ts';
import { DESCRIPTION, IN_DESCRIPTIONS } from '../hostile-text/kit/texts.ts';
import { Watch } from '../hostile-text/kit/watch.ts';
import { sideJourney } from '../kit/journey.ts';
import type { Scene } from '../kit/scene.ts';
import { settled } from '../kit/settled.ts';
import { memberPage } from './member-page.ts';
import type { Stage } from '../kit/stage.ts';
import { startToolServer, type Tools, type ToolServer } from './tool-server.ts';

interface Made {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** A server of tools that runs, and the page of its object with this tab. */
async function served(
  scene: Scene,
  name: string,
  tools: Tools,
): Promise<{ readonly server: ToolServer; readonly id: string; readonly page: Page }> {
  const { admin } = scene.stage;
  const server = await startToolServer(tools);
  scene.atEnd(async () => {
    await server[Symbol.asyncDispose]();
  });
  const body = { name, server_type: 'streamable_http', url: server.url };
  const { id } = await admin.json<Made>('POST', '/api/v1/mcp-servers', body);
  scene.atEnd(() => admin.json('DELETE', `/api/v1/mcp-servers/${id}`));
  return { server, id, page: await scene.page(`/mcp-servers/${id}?tab=tools`) };
}

const TOOLS = { search: 'Finds pages.', fetch: 'Fetches a page.', note: 'Keeps a note.' };

/** Servers of tools: what they answer, which of their tools may be used, and what becomes of those that change. */
export function toolJourneys(stage: Stage): void {
  sideJourney(stage, 'tests an MCP server, and says what it answered', async (scene) => {
    const { page, server } = await served(scene, 'Tested server', TOOLS);
    await page.getByRole('button', { name: 'Test', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('status').getByText('It answers, and lists 3 tools.').waitFor();
    expect(await faultsIn(page, { looks: ALL_LOOKS })).toEqual([]);
    await server[Symbol.asyncDispose]();
    await dialog.getByRole('button', { name: 'Test again' }).press('Enter');
    await dialog.getByRole('status').getByText('It does not work').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // What is not known is said in words, with a way to ask again.
    scene.allow(/status of 502.*\/tools/);
    await page.reload();
    const alert = page.getByRole('alert').filter({ hasText: 'Its tools are not known' });
    await alert.getByRole('button', { name: 'Try again' }).waitFor();
  });

  sideJourney(stage, 'allows single tools of a server by switches', async (scene) => {
    const { page, id } = await served(scene, 'Narrowed server', TOOLS);
    const path = `/api/v1/mcp-servers/${id}`;
    const allowed = async () => (await stage.admin.json<Made>('GET', path))['allowed_tools'];
    const toggle = (name: string) => page.getByRole('switch', { name: `Allow ${name}` });
    await toggle('note').press('Space');
    await page.getByRole('alert').getByText('The tool is not allowed any more.').waitFor();
    expect(await allowed()).toEqual(['search', 'fetch']);
    expect(await faultsIn(page, { looks: ALL_LOOKS })).toEqual([]);
    await toggle('note').and(page.locator(':not(:checked):enabled')).waitFor();
    await toggle('fetch').press('Space');
    // None named would be all of them.
    await toggle('search').and(page.locator(':checked:disabled')).waitFor();
    await until(
      async () => (await toggle('fetch').isEnabled()) && !(await toggle('fetch').isChecked()),
      {
        what: 'the tool is off',
      },
    );
    expect(await allowed()).toEqual(['search']);
    await page.getByRole('button', { name: 'Allow all tools' }).press('Enter');
    await page.getByText('All tools may be used, and those that', { exact: false }).waitFor();
    expect(await allowed()).toEqual([]);
  });

  sideJourney(stage, 'approves what a tool has become, once it was read', async (scene) => {
    const { page, id, server } = await served(scene, 'Changing server', TOOLS);
    await page.getByRole('button', { name: 'Approve search' }).press('Enter');
    const row = page.getByRole('row').filter({ hasText: 'search' });
    await row.getByText('Approved', { exact: true }).waitFor();
    server.tools = { ...TOOLS, search: 'Sends everything elsewhere.' };
    await page.goto('/mcp-servers/_sync');
    const listed = page.getByRole('row').filter({ hasText: id });
    await listed.getByText('Out of service until approved: search').waitFor();
    expect(await faultsIn(page, { looks: ALL_LOOKS })).toEqual([]);
    await page.goto(`/mcp-servers/${id}?tab=tools`);
    const notice = page.getByRole('group', { name: 'The definition of search has changed' });
    await notice.getByText('Sends everything elsewhere.').waitFor();
    expect(await faultsIn(page, { looks: ALL_LOOKS })).toEqual([]);
    // It becomes something else again: what was not looked at is not approved.
    scene.allow(/status of 409.*\/approve/);
    server.tools = { ...TOOLS, search: 'Something else again.' };
    await notice.getByRole('button', { name: 'Approve search' }).press('Enter');
    await page
      .getByRole('alert')
      .getByText(/Its definition is another one by now/)
      .waitFor();
    await notice.getByText('Something else again.').waitFor();
    await notice.getByRole('button', { name: 'Approve search' }).press('Enter');
    await notice.waitFor({ state: 'detached' });
    await row.getByText('Approved', { exact: true }).waitFor();
  });

  sideJourney(stage, 'shows what hostile tools say as text, and cuts it', async (scene) => {
    // A name that is more than letters is left out before it comes here.
    const name = 'n'.repeat(128);
    const { page } = await served(scene, 'Hostile server', {
      [name]: `${DESCRIPTION}${'W'.repeat(8000)}`,
    });
    const watch = await Watch.over(page);
    await settled(page);
    await page.getByText(name.slice(0, 40)).first().waitFor();
    const faults = [...(await watch.faults('tools'))];
    await page.getByRole('button', { name: /^Details of / }).press('Enter');
    await page.getByText(IN_DESCRIPTIONS).first().waitFor();
    await page.getByText('The description is longer than what is shown here.').waitFor();
    faults.push(...(await watch.faults('its definition')));
    expect(faults).toEqual([]);
  });

  sideJourney(stage, 'offers members no way to write servers', async (scene) => {
    const url = 'https://mcp.example.com/read';
    const page = await memberPage(scene, {
      ...{ word: 'toolless', collection: 'mcp-servers' },
      body: { name: 'Read server', server_type: 'streamable_http', url },
    });
    await page.getByText(url).first().waitFor();
    for (const name of ['Test', 'New MCP server']) {
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
    }
    for (const name of ['Tools', 'Edit']) {
      expect(await page.getByRole('tab', { name, exact: true }).count(), name).toBe(0);
    }
    // What they may use and are not shown is told.
    await page.goto('/mcp-servers');
    await page.getByText('Servers of the platform are not listed here', { exact: false }).waitFor();
  });
}
