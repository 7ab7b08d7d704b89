// A server of tools that speaks MCP by its standard input and output, in plain Node: one JSON-RPC message a line. Its tool `now` tells the time in a zone.
import { createInterface } from 'node:readline';

const NOW = {
  name: 'now',
  description: 'Tells the time in a time zone, such as Europe/Berlin.',
  inputSchema: { type: 'object', properties: { zone: { type: 'string' } } },
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'clock', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [NOW] }),
  'tools/call': ({ arguments: { zone = process.env.ZONE ?? 'UTC' } = {} }) => ({
    content: [{ type: 'text', text: timeIn(zone) }],
  }),
};

const timeIn = (zone) => new Date().toLocaleString('en-GB', { timeZone: zone });

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id !== undefined) say({ id, ...answerTo(method, params) });
}

function answerTo(method, params) {
  if (!Object.hasOwn(answers, method)) {
    return { error: { code: -32601, message: `There is no method ${method}.` } };
  }
  try {
    return { result: answers[method](params) };
  } catch (error) {
    return { error: { code: -32602, message: error.message } };
  }
}

function say(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}
