import { z } from 'zod';
import { nanoUsd } from './budgets.ts';
import { defineSection, organization, source } from './kit/section.ts';

/** What is said of one tool of a server. */
export const mcpToolTerms = z.object({
  /** What the server calls it. */
  name: z.string(),
  /** SHA-256 (hex) of the definition that was approved; absent: any is taken. */
  digest: z.string().optional(),
  /** Calls a minute, whoever makes them; absent: as many as there are. */
  rpmLimit: z.number().optional(),
  /** Of one call; absent: it costs nothing. */
  priceNanoUsd: nanoUsd.optional(),
});

export const mcpServerFragment = z.object({
  source,
  /** metadata.name of the MCPServer. */
  id: z.string(),
  organization,
  /** `stdio`: the MCP host runs it, and is asked in its place. */
  transport: z.enum(['streamable_http', 'sse', 'stdio']),
  /** Absent: the MCP host knows what to run. */
  url: z.string().optional(),
  /** Sent with each request; none of them is secret. */
  headers: z.record(z.string(), z.string()),
  /** `missing`: a reference that resolves to nothing, so that no request can be sent. */
  credential: z.enum(['none', 'set', 'missing']),
  /** Tools that may be used; absent: all. */
  allowedTools: z.array(z.string()).optional(),
  /** Teams that may use it; absent: all. */
  allowedTeams: z.array(z.string()).optional(),
  /** Keys that may use it; absent: all. */
  allowedKeys: z.array(z.string()).optional(),
  tools: z.array(mcpToolTerms),
});
export type McpServerFragment = z.output<typeof mcpServerFragment>;

/** The servers of tools that are in service. It says who may use them, so that no pinned revision holds it back. */
export const mcpServers = defineSection({
  name: 'mcp-servers',
  item: mcpServerFragment,
  readers: ['gateway'],
  isNeverPinned: true,
});

export const mcpCredentialFragment = z.object({
  source,
  /** metadata.name of the MCPServer. */
  server: z.string(),
  token: z.string(),
});
export type McpCredentialFragment = z.output<typeof mcpCredentialFragment>;

/** The bearer tokens of servers of tools, for the gateway alone. */
export const mcpCredentials = defineSection({
  name: 'mcp-credentials',
  item: mcpCredentialFragment,
  readers: ['gateway'],
  isNeverPinned: true,
});

export const mcpCommandFragment = z.object({
  source,
  /** metadata.name of the MCPServer. */
  id: z.string(),
  command: z.string(),
  args: z.array(z.string()),
  /** Beside PATH and HOME; none of it is secret. */
  env: z.record(z.string(), z.string()),
});
export type McpCommandFragment = z.output<typeof mcpCommandFragment>;

/** What the MCP host runs: the servers of type stdio that are in service. Nobody else is told the commands. */
export const mcpCommands = defineSection({
  name: 'mcp-commands',
  item: mcpCommandFragment,
  readers: ['mcp-host'],
  isNeverPinned: true,
});
