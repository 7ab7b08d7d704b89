import { expect, it } from 'vitest';
import { readMessage } from './read-message.ts';

const read = (more: object) =>
  readMessage(Buffer.from(JSON.stringify({ model: 'm', max_tokens: 5, messages: [], ...more })));

it.each([
  [{ tools: [{ name: 'f' }] }, true],
  // The vendor asks these servers for their tools by itself.
  [{ mcp_servers: [{ type: 'url', url: 'https://example.com/mcp', name: 'e' }] }, true],
  [{ tools: [], mcp_servers: [] }, false],
  [{ mcp_servers: null }, false],
  [{}, false],
])('has tools, as policies ask, where its model may call any: %j', (more, hasTools) => {
  expect(read(more)).toMatchObject({ hasTools });
});

it('is refused where the servers of tools are no list', () => {
  expect(read({ mcp_servers: { url: 'https://example.com/mcp' } })).toMatchObject({
    message: 'mcp_servers must be an array.',
  });
});
