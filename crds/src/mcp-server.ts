import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { withRules } from './kit/rules.ts';
import { sendableHeaders } from './kit/sendable-headers.ts';

const spec = withRules(
  z.object({
    displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
    organizationId: f.organizationId(),
    description: f.description().optional().meta({ description: 'What its tools do.' }),
    serverType: z
      .enum(['stdio', 'sse', 'streamable_http'])
      .meta({ description: 'How it is spoken to.' }),
    command: f.text({ min: 1, max: 1024 }).optional().meta({ description: 'stdio: the program.' }),
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
      .list(f.text({ min: 1, max: 128 }))
      .optional()
      .meta({ description: 'Tools that may be used; all where none are set.' }),
    allowedTeams: f
      .refersTo('Team', f.list(f.objectName()))
      .optional()
      .meta({ description: 'Teams that may use it; all where none are set.' }),
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
  enforcedBy: [],
});
