import type { Page } from 'playwright-core';

/** A picture for the documentation. */
export interface Shot {
  /** Of its file. */
  readonly name: string;
  readonly path: string;
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
  { name: 'rate-limits', path: '/rate-limits' },
  { name: 'model-access', path: '/access-tiers' },
  { name: 'chargeback', path: '/allocation-rules' },
  { name: 'sla-monitor', path: '/sla-monitor' },
  { name: 'ab-tests', path: '/ab-tests' },
  { name: 'events', path: '/events' },
  { name: 'mcp-servers', path: '/mcp-servers' },
  { name: 'a2a-agents', path: '/agents' },
  { name: 'guardrails', path: '/guardrails' },
  { name: 'workflows', path: '/workflows' },
  { name: 'settings', path: '/settings' },
  { name: 'playground', path: '/playground' },
];
