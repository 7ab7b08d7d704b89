import { isDeeperThan } from '../json/depth.ts';
import { toolDigest, type ToolDefinition } from './tool-digest.ts';

/** A tool as its server says it now. */
export interface KnownTool {
  readonly definition: ToolDefinition;
  readonly digest: string;
}

/** A tool that a server lists, and that cannot be offered. */
export interface LeftOutTool {
  /** The beginning of its name, as JSON; undefined: it has none. */
  readonly name: string | undefined;
  /** A part of a sentence. */
  readonly why: string;
}

/** What can be offered of the list of a server, and what cannot. */
export interface ToolList {
  readonly tools: readonly KnownTool[];
  readonly leftOut: readonly LeftOutTool[];
}

/** Lists and objects within each other, in an answer or a definition: what is deeper cannot be written down as JSON again. */
export const MOST_LEVELS = 128;

/** As the MCP specification has names of tools. */
const NAME = /^[A-Za-z0-9_.-]{1,128}$/;
/** So much of a name is told. */
const TOLD = 40;

/** Goes through what a server lists: what cannot be offered is left out, and takes no other tool with it. Of two with one name the first counts. */
export function knownTools(listed: readonly unknown[]): ToolList {
  const tools = new Map<string, KnownTool>();
  const leftOut: LeftOutTool[] = [];
  for (const one of listed) {
    const name = nameOf(one);
    const why =
      whyNot(one, name) ?? (tools.has(name ?? '') ? 'another one has its name' : undefined);
    if (why === undefined) {
      const definition = one as ToolDefinition;
      tools.set(definition.name, { definition, digest: toolDigest(definition) });
    } else leftOut.push({ name: name && JSON.stringify(name.slice(0, TOLD)), why });
  }
  return { tools: [...tools.values()], leftOut };
}

function nameOf(tool: unknown): string | undefined {
  const { name } = (tool ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : undefined;
}

function whyNot(tool: unknown, name: string | undefined): string | undefined {
  if (name === undefined || !NAME.test(name)) {
    return 'its name is not of 1 to 128 letters, digits, "_", "-" and "."';
  }
  if (isDeeperThan(tool, MOST_LEVELS)) return `its definition is deeper than ${MOST_LEVELS} levels`;
  const { inputSchema } = tool as { readonly inputSchema?: unknown };
  const type = (inputSchema as { readonly type?: unknown } | null | undefined)?.type;
  return type === 'object' ? undefined : 'its inputSchema is not of the type "object"';
}
