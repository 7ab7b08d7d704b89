/** The sections of the console, each with the addresses of its lists. */
const ALL = {
  Dashboard: ['/', '/requests', '/replicas'],
  Models: [
    ...['/models', '/providers', '/price-catalogs', '/deprecations'],
    ...['/routing-policies', '/routing-policies/_explain', '/routing-policies/_simulate'],
  ],
  'API Keys': ['/api-keys'],
  Teams: ['/teams'],
  Budgets: ['/budgets'],
  Organizations: ['/organizations'],
  'Audit Log': ['/audit-log'],
  Prompts: ['/prompts', '/prompt-reviews'],
  'Rate Limits': ['/rate-limits', '/rate-limits/_check'],
  'Model Access': ['/access-requests', '/access-tiers'],
  Chargeback: ['/chargeback', '/allocation-rules', '/forecast'],
  'SLA Monitor': ['/sla-monitor', '/sla-violations', '/sla-definitions', '/failover-rules'],
  'A/B Tests': ['/ab-tests'],
  Events: ['/subscriptions', '/events', '/deliveries'],
  'MCP Servers': ['/mcp-servers', '/mcp-servers/_sync'],
  'A2A Agents': ['/agents'],
  Guardrails: ['/guardrails', '/detectors', '/guardrails/_scan'],
  Workflows: ['/workflows', '/executions'],
  Settings: ['/settings', '/cache', '/license', '/people', '/account'],
} as const;

type Title = keyof typeof ALL;

/** What the console shows to a role: titles of sections, and addresses in them. */
export interface Shown {
  readonly role: string;
  /** What the console calls it. */
  readonly name: string;
  /** What the navigation lists, in its order. */
  readonly titles: readonly string[];
  /** Lists that it opens. */
  readonly open: readonly string[];
  /** Lists that it may not open. */
  readonly closed: readonly string[];
}

interface Row {
  readonly role: string;
  readonly name: string;
  readonly titles: readonly Title[];
  /** In these sections, lists that are kept from it. */
  readonly except: readonly string[];
}

const TITLES = Object.keys(ALL) as readonly Title[];

/** By the roles of docs/operations/admin.md and of the specification, written by hand. */
const ROWS: readonly Row[] = [
  // Everything.
  { role: 'platform_admin', name: 'Platform administrator', titles: TITLES, except: [] },
  // Everything inside its organization. The platform's settings, which lead to the own session, hold nothing of it.
  { role: 'org_admin', name: 'Organization administrator', titles: TITLES, except: [] },
  // Keys and members of its teams; reads their budgets, usage and policies; asks for access. Of chargeback it reads the rules, which its reports lead to.
  {
    ...{ role: 'team_admin', name: 'Team administrator' },
    titles: [
      ...(['Dashboard', 'Models', 'API Keys', 'Teams', 'Budgets', 'Organizations'] as const),
      ...(['Prompts', 'Rate Limits', 'Model Access', 'Chargeback', 'SLA Monitor'] as const),
      ...(['A/B Tests', 'MCP Servers', 'A2A Agents', 'Guardrails', 'Workflows'] as const),
      ...(['Settings'] as const),
    ],
    except: ['/routing-policies/_simulate', '/prompt-reviews', '/mcp-servers/_sync'],
  },
  // Its own keys and how their limits stand; reads what it may use; asks for access.
  {
    ...{ role: 'member', name: 'Member' },
    titles: [
      ...(['Dashboard', 'Models', 'API Keys', 'Teams', 'Organizations', 'Prompts'] as const),
      ...(['Model Access', 'MCP Servers', 'A2A Agents', 'Workflows', 'Settings'] as const),
    ],
    except: [
      ...['/price-catalogs', '/prompt-reviews', '/people', '/mcp-servers/_sync'],
      ...['/routing-policies', '/routing-policies/_explain', '/routing-policies/_simulate'],
    ],
  },
  // Spend, budgets, usage, prices and teams; rules and reports. No keys, no policies.
  {
    ...{ role: 'finance', name: 'Finance' },
    titles: [
      ...(['Dashboard', 'Models', 'Teams', 'Budgets'] as const),
      ...(['Organizations', 'Chargeback', 'Settings'] as const),
    ],
    except: [
      ...['/requests', '/providers', '/deprecations', '/people'],
      ...['/routing-policies', '/routing-policies/_explain', '/routing-policies/_simulate'],
    ],
  },
  // Reads its organization; what administrators alone look at is the audit log and where events go.
  {
    ...{ role: 'viewer', name: 'Viewer' },
    titles: TITLES.filter((title) => title !== 'Audit Log' && title !== 'Events'),
    except: ['/routing-policies/_simulate', '/prompt-reviews', '/mcp-servers/_sync'],
  },
];

/** Of each role, what the console is to show. */
export const ROLES: readonly Shown[] = ROWS.map(({ role, name, titles, except }) => {
  const open = titles.flatMap((title) => ALL[title]).filter((path) => !except.includes(path));
  const closed = Object.values(ALL)
    .flat()
    .filter((path) => !open.includes(path));
  return { role, name, titles, open, closed };
});
