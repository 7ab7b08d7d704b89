import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { withRules } from './kit/rules.ts';
import { sendableHeaders } from './kit/sendable-headers.ts';

/** How many tools of one server may have terms of their own. */
const MOST_TOOLS = 100;

const toolName = () => f.text({ min: 1, max: 128 });

const digest = () =>
  f.text({
    min: 64,
    max: 64,
    pattern: {
      matches: /^[0-9a-f]{64}$/,
      says: 'must be the SHA-256 of the definition: 64 digits and small letters a to f',
    },
  });

/** What is said of one tool. */
const toolTerms = z.object({
  name: toolName().meta({ description: 'What the server calls it. Unique in the list.' }),
  digest: digest().optional().meta({
    description:
      'SHA-256 (hex) of the definition that was approved. While the server’s differs, the tool is neither listed nor callable. Without it, any definition is taken.',
  }),
  rpmLimit: f.integer({ min: 1, max: 1_000_000 }).optional().meta({
    description: 'Calls of it a minute, of all callers together.',
  }),
  priceUsd: f.money().optional().meta({ description: 'What one call of it costs, in USD.' }),
});

const spec = withRules(
  z.object({
    displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
    organizationId: f.organizationId(),
    description: f.description().optional().meta({ description: 'What its tools do.' }),
    serverType: z
      .enum(['stdio', 'sse', 'streamable_http'])
      .meta({ description: 'How it is spoken to.' }),
    command: f
      .text({ min: 1, max: 1024 })
      .optional()
      .meta({ description: 'stdio: the program, which the MCP host runs.' }),
    args: f
      .list(f.text({ max: 1024 }))
      .optional()
      .meta({ description: 'stdio: its arguments.' }),
    env: f.pairs().optional().meta({ description: 'stdio: its environment. Not for secrets.' }),
    url: f.httpUrl().optional().meta({ description: 'sse, streamable_http: its address.' }),
    headers: f
      .pairs()
      .optional()
      .meta({ description: 'Headers added to every request. Not for secrets.' }),
    secretRef: f.secretRef().optional().meta({ description: 'Where its bearer token stands.' }),
    allowedTools: f
      .list(toolName())
      .optional()
      .meta({ description: 'Tools that may be used; all where none are set.' }),
    allowedTeams: f
      .refersTo('Team', f.list(f.objectName()))
      .optional()
      .meta({ description: 'Teams that may use it; all where none are set.' }),
    allowedKeys: f.refersTo('APIKey', f.list(f.objectName())).optional().meta({
      description:
        'Keys that may use it; all where none are set. Where teams are set too, both must hold.',
    }),
    tools: f.list(toolTerms, MOST_TOOLS).optional().meta({
      description: 'Terms of single tools: the approved definition, a limit, a price.',
    }),
    isActive: z.boolean().default(true).meta({ description: 'Off takes it out of service.' }),
  }),
  [
    {
      cel: "(self.serverType == 'stdio') == has(self.command)",
      message: 'command goes with serverType stdio',
      fieldPath: '.command',
      holds: (self) => (self.serverType === 'stdio') === (self.command !== undefined),
    },
    {
      cel: "(self.serverType != 'stdio') == has(self.url)",
      message: 'url goes with serverType sse or streamable_http',
      fieldPath: '.url',
      holds: (self) => (self.serverType !== 'stdio') === (self.url !== undefined),
    },
    {
      cel: '!has(self.tools) || self.tools.all(one, self.tools.exists_one(other, other.name == one.name))',
      message: 'tools must have a name each',
      fieldPath: '.tools',
      holds: ({ tools = [] }) => new Set(tools.map(({ name }) => name)).size === tools.length,
    },
    sendableHeaders,
  ],
);

export type McpServerSpec = z.output<typeof spec>;

/** A server of tools that agents may use. */
export const mcpServer = defineKind({
  kind: 'MCPServer',
  plural: 'mcpservers',
  shortNames: ['mcp'],
  feature: 'mcp-server',
  description: 'A Model Context Protocol server whose tools agents may use through the gateway.',
  spec,
  columns: [
    { name: 'Type', type: 'string', jsonPath: '.spec.serverType' },
    { name: 'URL', type: 'string', jsonPath: '.spec.url', priority: 1 },
    { name: 'Active', type: 'boolean', jsonPath: '.spec.isActive' },
    {
      name: 'Reachable',
      type: 'string',
      jsonPath: '.status.conditions[?(@.type=="Reachable")].status',
      description: 'Whether the gateways get the list of its tools.',
    },
    {
      name: 'Changed',
      type: 'string',
      jsonPath: '.status.conditions[?(@.type=="ToolsChanged")].status',
      description: 'Whether tools wait for approval, since their definition is another one.',
    },
  ],
  selectable: ['.spec.serverType'],
  api: {
    path: 'mcp-servers',
    permission: 'mcp_servers',
    readers: 'everybody',
    tag: 'MCP servers',
    noun: 'MCP server',
    required: ['name'],
    example: {
      name: 'Search',
      server_type: 'streamable_http',
      url: 'https://mcp.example.com/search',
    },
  },
  enforcedBy: ['gateway'],
});
