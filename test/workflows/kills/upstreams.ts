import type { ServerResponse } from 'node:http';
import { listen } from '@aicp/common/http/listen';
import { systemClock } from '@aicp/common/time/clock';
import { mcpServer } from '@aicp/gateway/mcp/testing/fragments';
import { model, provider, type Fragments } from '@aicp/gateway/testing/fragments';
import { agent, cardOf, startScriptedAgent } from '@aicp/gateway/testing/scripted-agent';
import {
  answerJson,
  completion,
  startScriptedProvider,
} from '@aicp/gateway/testing/scripted-provider';
import { builtInKey } from '@aicp/workflow/testing/fragments';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** So long each of them takes for an answer. */
const ANSWER_MS = 60;

/** What answers the steps of executions: a model, a tool and an agent, which say `<…>` to what they are asked. */
export interface Upstreams extends AsyncDisposable {
  /** What a gateway has to know to reach them, for executions without credentials. */
  readonly fragments: Fragments;
}

/** Starts them. `onAsked` hears of each question at the moment at which it comes. */
export async function startUpstreams(onAsked: (question: string) => void): Promise<Upstreams> {
  const say = async (question: string): Promise<string> => {
    onAsked(question);
    await systemClock.sleep(ANSWER_MS);
    return `<${question}>`;
  };
  await using stack = new AsyncDisposableStack();
  const models = await startScriptedProvider((response, { body }) => {
    const { messages } = JSON.parse(body.toString()) as { messages: { content: string }[] };
    void say(messages.at(-1)?.content ?? '').then((said) => {
      answerJson(response, completion(said));
    });
  });
  stack.use(models);
  const planner = await startScriptedAgent(
    ({ id, params }, response) => void say(textOf(params)).then(replying(id, response)),
    (url) => cardOf(url, ['1.0']),
  );
  stack.use(planner);
  const tools = await startTools(say);
  stack.use(tools);
  const running = stack.move();
  return {
    fragments: {
      providers: [provider('scripted', { baseUrl: models.url })],
      models: [model('chat', 'scripted')],
      keys: [builtInKey],
      sections: {
        'mcp-servers': [mcpServer('tools', tools.url)],
        agents: [agent('planner', planner.url)],
      },
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const message = z.object({ message: z.object({ parts: z.array(z.object({ text: z.string() })) }) });

const textOf = (params: unknown): string => message.parse(params).message.parts[0]?.text ?? '';

const replying = (id: unknown, response: ServerResponse) => (text: string) => {
  const reply = { role: 'ROLE_AGENT', messageId: `reply-to-${String(id)}`, parts: [{ text }] };
  answerJson(response, { jsonrpc: '2.0', id, result: { message: reply } });
};

async function startTools(say: (question: string) => Promise<string>) {
  const answer = toNodeHandler(
    createMcpHandler(() => {
      const server = new McpServer({ name: 'tools', version: '1.0.0' });
      const inputSchema = z.object({ text: z.string() });
      server.registerTool('say', { description: 'Says.', inputSchema }, async ({ text }) => ({
        content: [{ type: 'text' as const, text: await say(text) }],
      }));
      return server;
    }),
  );
  const listening = await listen(
    (request, response) => {
      const { method = 'GET', url = '/' } = request;
      void answer(Object.assign(request, { method, url }), response);
    },
    { host: '127.0.0.1', port: 0 },
  );
  return {
    url: `http://127.0.0.1:${listening.port}/mcp`,
    [Symbol.asyncDispose]: () => listening.close(0),
  };
}
