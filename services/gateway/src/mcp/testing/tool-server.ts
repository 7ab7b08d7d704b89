import type { IncomingHttpHeaders, RequestListener } from 'node:http';
import { listen } from '@aicp/common/http/listen';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

export interface ToolServer extends AsyncDisposable {
  readonly url: string;
  /** Headers of the requests that came. */
  readonly asked: IncomingHttpHeaders[];
  /** Where they came to. */
  readonly paths: string[];
  /** What the tool `echo` says of itself. */
  describe(text: string): void;
}

/** A server of tools on loopback, at a free port where none is named: `echo`, `fail` and `long`, a resource and a prompt. */
export async function startToolServer(port = 0): Promise<ToolServer> {
  let description = 'Says it again.';
  const asked: IncomingHttpHeaders[] = [];
  const paths: string[] = [];
  const answer = toNodeHandler(createMcpHandler(() => serverSaying(description)));
  const listener: RequestListener = (request, response) => {
    asked.push(request.headers);
    const { method = 'GET', url = '/' } = request;
    paths.push(url);
    void answer(Object.assign(request, { method, url }), response);
  };
  const listening = await listen(listener, { host: '127.0.0.1', port });
  return {
    url: `http://127.0.0.1:${listening.port}/mcp`,
    asked,
    paths,
    describe: (text) => {
      description = text;
    },
    [Symbol.asyncDispose]: () => listening.close(0),
  };
}

const LONG = 6 * 1_048_576;

function serverSaying(description: string): McpServer {
  const server = new McpServer({ name: 'tools', version: '1.0.0' }, { instructions: 'Be kind.' });
  const inputSchema = z.object({ text: z.string() });
  server.registerTool('echo', { description, inputSchema }, ({ text }) => said(text));
  server.registerTool('fail', { description: 'Fails.' }, () => ({ ...said('no'), isError: true }));
  server.registerTool('long', { description: 'Says much.' }, () => said('x'.repeat(LONG)));
  const uri = 'note://one';
  server.registerResource('one', uri, {}, () => ({ contents: [{ uri, text: 'a note' }] }));
  server.registerPrompt('greet', { description: 'Greets.' }, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
  }));
  return server;
}

const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });
