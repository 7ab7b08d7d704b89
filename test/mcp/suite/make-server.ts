import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { addAskingTools, verifyState } from './asking-tools.ts';
import { PIXEL } from './contents.ts';
import { addOldTools } from './old-tools.ts';
import { addPlainTools, type Notifier } from './plain-tools.ts';
import { addPrompts } from './prompts.ts';

/** A server as the conformance suite of the protocol wants one: the tools, resources and prompts that its scenarios ask for. */
export function makeConformanceServer(changes: Notifier): McpServer {
  const server = new McpServer(
    { name: 'conformance', version: '1.0.0' },
    {
      capabilities: {
        tools: {},
        resources: { subscribe: true },
        prompts: {},
        completions: {},
        logging: {},
      },
      requestState: { verify: verifyState },
    },
  );
  addPlainTools(server, changes);
  addAskingTools(server);
  addOldTools(server);
  addResources(server);
  addPrompts(server);
  return server;
}

function addResources(server: McpServer): void {
  const plain = { mimeType: 'text/plain' };
  server.registerResource('text', 'test://static-text', plain, ({ href: uri }) => ({
    contents: [{ uri, ...plain, text: 'This is the content of the static text resource.' }],
  }));
  const png = { mimeType: 'image/png' };
  server.registerResource('binary', 'test://static-binary', png, ({ href: uri }) => ({
    contents: [{ uri, ...png, blob: PIXEL }],
  }));
  server.registerResource('watched', 'test://watched-resource', plain, ({ href: uri }) => ({
    contents: [{ uri, ...plain, text: 'It never changes.' }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const json = { mimeType: 'application/json' };
  server.registerResource('template', template, json, ({ href: uri }, { id }) => ({
    contents: [{ uri, ...json, text: JSON.stringify({ id, templateTest: true }) }],
  }));
  // Whoever subscribes hears of no change, since there is none.
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}
