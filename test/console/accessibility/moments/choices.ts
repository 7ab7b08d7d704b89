import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { choose, formOf } from '../../kit/fill-form.ts';
import { sideJourney } from '../../kit/journey.ts';
import type { Stage } from '../../kit/stage.ts';
import { faultsIn } from '../../axe/axe.ts';
import { TWO_LOOKS } from '../../axe/looks.ts';
import { openPage } from '../kit/open-page.ts';

/** Forms that have other fields after a choice: where, and which. */
const CHOICES = [
  ['/subscriptions/_new', 'Channel', ['Slack', 'PagerDuty', 'Email', 'Webhook']],
  ['/mcp-servers/_new', 'Server type', ['Standard input and output', 'Server-sent events']],
  ['/providers/_new', 'Type', ['Simulated', 'Amazon Bedrock', 'Azure OpenAI']],
  [
    ...(['/routing-policies/_new', 'Policy type'] as const),
    ['Fallback', 'Model group', 'Routing strategy', 'Conditional'],
  ],
  ['/access-requests/_new', 'For', ['A team', 'An API key', 'Another person']],
] as const;

/** Forms with the fields that only a choice brings. */
export function choices(stage: Stage): void {
  sideJourney(stage, 'can be filled by everybody: what a choice brings', async (scene) => {
    const page = await scene.page('/');
    const faults: string[] = [];
    for (const [path, title, options] of CHOICES) {
      await openPage(page, path);
      await formOf(page).waitFor();
      for (const option of options) faults.push(...(await faultsOfChoice(page, title, option)));
    }
    await page.goto('/chargeback');
    await page.getByRole('button', { name: 'New report' }).first().click();
    const days = page.getByRole('dialog').getByText('From day to day', { exact: true });
    await days.click();
    await page.getByLabel('First day').waitFor();
    faults.push(...(await faultsIn(page, { looks: TWO_LOOKS, what: 'a report of days' })));
    expect(faults).toEqual([]);
  });
}

async function faultsOfChoice(page: Page, title: string, option: string): Promise<string[]> {
  const field = formOf(page).getByRole('combobox', { name: title, exact: true }).first();
  await choose(field, new RegExp(`^${option}$`, 'i'));
  const what = `${title}: ${option}`;
  return await faultsIn(page, { looks: TWO_LOOKS, within: '#content', what });
}
