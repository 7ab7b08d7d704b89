import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { listen } from '@aicp/common/http/listen';
import type { AgentFragment } from '@aicp/contracts/snapshot/sections/agents';
import { answerJson } from './scripted-provider.ts';

/** A JSON-RPC request as it reached the agent. */
export interface AgentCall {
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly headers: IncomingHttpHeaders;
  /** Whether the gateway hung up before the answer was complete. */
  aborted: boolean;
}

/** What the agent does with a request. `id` is the request's own. */
export type AgentScript = (
  call: AgentCall & { readonly id: unknown },
  response: ServerResponse,
) => void;

export interface ScriptedAgent extends AsyncDisposable {
  readonly url: string;
  readonly calls: AgentCall[];
  /** How its card was asked for. */
  readonly cardHeaders: IncomingHttpHeaders[];
}

/** The card of an agent that speaks these versions at its address. */
export const cardOf = (url: string, versions: readonly string[], more: object = {}) => ({
  name: 'Planner',
  description: 'Plans.',
  version: '7',
  capabilities: { streaming: true, pushNotifications: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'plan', name: 'Plan', description: 'Plans.', tags: ['plan'] }],
  ...(versions.includes('1.0')
    ? {
        supportedInterfaces: versions.map((protocolVersion) => ({
          url: `${url}/rpc`,
          protocolBinding: 'JSONRPC',
          protocolVersion,
        })),
      }
    : { url: `${url}/rpc`, protocolVersion: '0.3.0', preferredTransport: 'JSONRPC' }),
  ...more,
});

/** An agent that answers as a test says. Without `card`, it speaks both versions. */
export async function startScriptedAgent(
  script: AgentScript,
  card: (url: string) => object = (url) => cardOf(url, ['1.0', '0.3']),
): Promise<ScriptedAgent> {
  const calls: AgentCall[] = [];
  const cardHeaders: IncomingHttpHeaders[] = [];
  const listening = await listen(
    (request, response) => {
      if (request.method === 'GET') {
        cardHeaders.push(request.headers);
        answerJson(response, card(url));
        return;
      }
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const said = JSON.parse(Buffer.concat(chunks).toString()) as AgentCall & { id: unknown };
        const call = { ...said, headers: request.headers, aborted: false };
        response.on('close', () => {
          call.aborted = !response.writableFinished;
        });
        calls.push(call);
        script(call, response);
      });
    },
    { host: '127.0.0.1', port: 0 },
  );
  const url = `http://127.0.0.1:${listening.port}`;
  return { url, calls, cardHeaders, [Symbol.asyncDispose]: () => listening.close(0) };
}

/** An Agent as gateways are told of it. */
export const agent = (
  id: string,
  url: string,
  more: Partial<AgentFragment> = {},
): AgentFragment => ({
  source: { kind: 'Agent', name: id, uid: `Agent-${id}`, generation: 1 },
  id,
  url,
  credential: 'none',
  timeoutMs: 10_000,
  isActive: true,
  ...more,
});

/** One event of a stream that answers a request. */
export const rpcEvent = (id: unknown, result: object): string =>
  `data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`;
