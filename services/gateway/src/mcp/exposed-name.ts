import { sha256 } from '@aicp/contracts/snapshot/digest';

/** The longest name of a tool that the APIs of models take. */
const LONGEST = 64;
const HASH = 8;

/**
 * What a server's tool is called among the tools of all servers: `<server>_<tool>`. Where that is too long, it is cut, and ends with a piece of its hash. Names of servers
 * hold no `_`, so that no two are alike.
 */
export function exposedName(server: string, tool: string): string {
  const name = `${server}_${tool}`;
  if (name.length <= LONGEST) return name;
  return `${name.slice(0, LONGEST - HASH - 1)}_${sha256(name).slice(0, HASH)}`;
}

/** Whether a tool of this server may be called so: only such servers are asked for it. */
export const mayBeOf = (server: string, name: string): boolean =>
  name.startsWith(`${server}_`.slice(0, LONGEST - HASH - 1));
