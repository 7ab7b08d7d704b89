import { randomUUID } from 'node:crypto';
import type { StepWith } from '@aicp/contracts/workflows/steps/step-types';
import { z } from 'zod';
import { costOf } from '../../gateway/answers.ts';
import type { GatewayClient } from '../../gateway/gateway-client.ts';
import { rpcAnswer } from '../../gateway/rpc-answer.ts';
import { done, failed, type Action, type ActionResult } from '../action.ts';
import { refusedBy } from './refused-by.ts';

const PROTOCOL = '2026-07-28';
const META = 'io.modelcontextprotocol/';

const called = z.object({
  content: z.array(z.unknown()).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
  resultType: z.string().optional(),
});

const textPart = z.object({ type: z.literal('text'), text: z.string() });

/** Calls a tool of an MCP server through the gateway, which asks whether whoever started the execution may. */
export const tool =
  (gateway: Pick<GatewayClient, 'send'>): Action<StepWith<'tool'>> =>
  async ({ execution, step, with: given, signal }) => {
    const { server, tool: name, arguments: args = {} } = given;
    const answer = await gateway.send({
      path: `/mcp/${encodeURIComponent(server)}`,
      headers: {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': PROTOCOL,
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: {
        ...{ jsonrpc: '2.0', id: randomUUID(), method: 'tools/call' },
        params: { name, arguments: args, _meta: metaOf() },
      },
      delegator: execution.starter.delegator,
      ...{ execution, step: step.id, use: 'tool', signal },
    });
    const said = rpcAnswer(answer);
    if (said.kind === 'none') return refusedBy(answer);
    const result =
      said.kind === 'error' ? failed(said.message, said.isPassing) : resultOf(said.result);
    return { ...result, costNano: costOf(answer) };
  };

const metaOf = () => ({
  [`${META}protocolVersion`]: PROTOCOL,
  [`${META}clientInfo`]: { name: 'aicp-workflow', version: '1' },
  [`${META}clientCapabilities`]: {},
});

function resultOf(value: unknown): ActionResult {
  const { data } = called.safeParse(value);
  if (!data) return failed('the answer is none of a tool');
  if (data.resultType === 'input_required') {
    return failed('the tool asks for more than its arguments, which a workflow does not give');
  }
  const text = data.content.flatMap((part) => textPart.safeParse(part).data?.text ?? []).join('\n');
  if (data.isError === true) return failed(text || 'the tool says that it failed');
  const { structuredContent: structured, content } = data;
  return done({ text, content, ...(structured === undefined ? {} : { structured }) });
}
