import { canonicalJson, sha256 } from '@aicp/contracts/snapshot/digest';

/** What a server says of one of its tools, as it says it. */
export type ToolDefinition = Readonly<Record<string, unknown>> & { readonly name: string };

/**
 * SHA-256 (hex) of what makes models use a tool as they do: its name, description, input schema and annotations, as canonical JSON. What else a definition holds may change
 * without it.
 */
export function toolDigest(tool: ToolDefinition): string {
  const { name, description, inputSchema, annotations } = tool;
  const said = Object.entries({ name, description, inputSchema, annotations });
  return sha256(canonicalJson(Object.fromEntries(said.filter(([, value]) => value !== undefined))));
}
