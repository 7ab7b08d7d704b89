import type { KnownTool } from '@aicp/common/mcp/mcp-upstream';
import { McpServer, type McpRequestContext } from '@modelcontextprotocol/server';

const ENCODED = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/;

/** The tool that is called, by the headers of the request; undefined: none is. */
function calledIn(headers: Headers): string | undefined {
  const name = headers.get('mcp-name');
  if (headers.get('mcp-method') !== 'tools/call' || name === null) return undefined;
  const encoded = ENCODED.exec(name)?.[1];
  return encoded === undefined ? name : Buffer.from(encoded, 'base64').toString();
}

/**
 * A server that knows the schema of the tool that is called, before the call is looked at: the SDK compares the headers of a call (`Mcp-Param-…`) to its body by it, and
 * turns away what does not agree.
 */
export class CheckedServer extends McpServer {
  private known: { readonly name: string; readonly schema: Record<string, unknown> } | undefined;

  /** Looks up the tool that a request of the version of now names in its headers. */
  async know(
    { era, requestInfo }: McpRequestContext,
    find: (name: string) => Promise<KnownTool | undefined>,
  ): Promise<void> {
    const name = era === 'modern' && requestInfo ? calledIn(requestInfo.headers) : undefined;
    if (name === undefined) return;
    const schema = (await find(name))?.definition['inputSchema'];
    if (typeof schema === 'object' && schema !== null) {
      this.known = { name, schema: schema as Record<string, unknown> };
    }
  }

  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    return this.known?.name === name ? this.known.schema : undefined;
  }
}
