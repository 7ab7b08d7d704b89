import { z } from 'zod';

/** A tool of an MCP server. A tool that says that it failed fails the step. */
export const toolWith = z.strictObject({
  /** metadata.name of the MCPServer. */
  server: z.string().min(1).max(253),
  /** The server's own name of it. */
  tool: z.string().min(1).max(128),
  arguments: z.record(z.string(), z.unknown()).optional(),
});

/** What a `tool` step puts out. */
export interface ToolOutput {
  /** The text parts of the answer, a line break between them. */
  readonly text: string;
  /** The structured answer, of a tool that gives one. */
  readonly structured?: unknown;
  /** The parts as the server sent them. */
  readonly content: readonly unknown[];
}
