import type { Page } from 'playwright-core';
import type { Seeded } from './seed.ts';

/** A picture for the documentation. */
export interface Shot {
  /** Of its file. */
  readonly name: string;
  readonly path: string | ((seeded: Seeded) => string);
  /** What is done on the page before. */
  readonly before?: (page: Page) => Promise<void>;
}

/** One of each section, in the order of the navigation, and of some objects. */
export const SHOTS: readonly Shot[] = [
  {
    ...{ name: 'dashboard', path: '/' },
    // What gateways have just served is told a few seconds later.
    before: async (page) =>
      await page
        .getByRole('group', { name: 'Requests a minute', exact: true })
        .getByText(/^[1-9]/)
        .waitFor(),
  },
  { name: 'requests', path: '/requests' },
  { name: 'models', path: '/models' },
  { name: 'routing', path: '/routing-policies' },
  { name: 'api-keys', path: '/api-keys' },
  { name: 'teams', path: '/teams' },
  { name: 'budgets', path: '/budgets' },
  { name: 'organizations', path: '/organizations' },
  { name: 'audit-log', path: '/audit-log' },
  { name: 'prompts', path: '/prompts' },
  { name: 'prompt-use', path: '/prompts/prompts-reply?tab=use' },
  { name: 'rate-limits', path: '/rate-limits' },
  { name: 'model-access', path: '/access-tiers' },
  { name: 'chargeback', path: '/allocation-rules' },
  { name: 'sla-monitor', path: '/sla-monitor' },
  { name: 'ab-tests', path: '/ab-tests' },
  { name: 'events', path: '/events' },
  { name: 'mcp-servers', path: '/mcp-servers' },
  {
    ...{ name: 'mcp-server-tools', path: ({ server }) => `/mcp-servers/${server}?tab=tools` },
    before: async (page) => await page.getByText('search_tickets').first().waitFor(),
  },
  { name: 'a2a-agents', path: '/agents' },
  {
    ...{ name: 'a2a-agent-try', path: ({ agent }) => `/agents/${agent}?tab=try` },
    before: tried,
  },
  { name: 'guardrails', path: '/guardrails' },
  { name: 'guardrail-findings', path: '/guardrails/safety-personal-data?tab=findings' },
  { name: 'detectors', path: '/detectors' },
  { name: 'look-at-a-text', path: '/guardrails/_scan', before: looked },
  { name: 'workflows', path: '/workflows' },
  {
    ...{ name: 'workflow-steps', path: ({ workflow }) => `/workflows/${workflow}?tab=steps` },
    before: async (page) =>
      await page.getByRole('img', { name: /^The order of the steps/ }).waitFor(),
  },
  { name: 'executions', path: '/executions' },
  {
    ...{ name: 'execution', path: ({ execution }) => `/executions/${execution}` },
    before: async (page) => await page.getByRole('table', { name: 'Steps', exact: true }).waitFor(),
  },
  { name: 'settings', path: '/settings' },
  { name: 'cache', path: '/cache' },
  { name: 'playground', path: '/playground' },
];

/** Sends a message to an agent and waits for the end of its task. */
async function tried(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill('Plan the move of our office.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const answer = page.getByRole('region', { name: 'Answer' });
  await answer.getByRole('status').getByText('Completed').waitFor();
}

/** Looks at a text with the built-in detectors. */
async function looked(page: Page): Promise<void> {
  const text = 'Pay with 4111 1111 1111 1111, and write to ada@example.com.';
  await page.getByRole('textbox', { name: 'Text' }).fill(text);
  await page.getByRole('button', { name: 'Look', exact: true }).click();
  await page.getByRole('region', { name: 'What came of it' }).waitFor();
}
