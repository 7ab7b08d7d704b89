import { randomUUID } from 'node:crypto';
import type { Clock } from '@aicp/common/time/clock';
import type { StepWith } from '@aicp/contracts/workflows/steps/step-types';
import { z } from 'zod';
import { costOf } from '../../gateway/answers.ts';
import type { GatewayClient } from '../../gateway/gateway-client.ts';
import { rpcAnswer } from '../../gateway/rpc-answer.ts';
import { done, failed, type Action, type ActionCall, type ActionResult } from '../action.ts';
import { refusedBy } from './refused-by.ts';

const POLL_MS = 1_000;

const part = z.object({ text: z.string().optional() }).loose();
const message = z.object({ kind: z.literal('message'), parts: z.array(part) });
const task = z.object({
  kind: z.literal('task'),
  id: z.string(),
  status: z.object({
    state: z.string(),
    message: z.object({ parts: z.array(part) }).nullish(),
  }),
  artifacts: z.array(z.object({ parts: z.array(part) }).loose()).nullish(),
});
type Task = z.output<typeof task>;
type Answered = z.output<typeof message> | Task;

const FAILURES = ['failed', 'rejected', 'canceled', 'auth-required', 'input-required'];

interface Parts {
  readonly gateway: Pick<GatewayClient, 'send'>;
  readonly clock: Clock;
}

type Asked = { readonly ok: true; readonly answered: Answered; readonly costNano: bigint };

/** Sends an agent a message through the gateway, and follows its task to its end. */
export const agent =
  (parts: Parts): Action<StepWith<'agent'>> =>
  async (call) => {
    const { message: text } = call.with;
    const params = {
      message: {
        kind: 'message',
        role: 'user',
        messageId: randomUUID(),
        parts: [{ kind: 'text', text }],
      },
    };
    let asked = await ask(parts, call, { method: 'message/send', params });
    let costNano = 0n;
    while (asked.ok === true && 'answered' in asked) {
      costNano += asked.costNano;
      const { answered } = asked;
      if (answered.kind === 'message' || isOver(answered)) {
        return { ...resultOf(answered), costNano };
      }
      await parts.clock.sleep(POLL_MS, call.signal);
      asked = await ask(parts, call, { method: 'tasks/get', params: { id: answered.id } });
    }
    return { ...asked, costNano: costNano + (asked.costNano ?? 0n) };
  };

async function ask(
  { gateway }: Parts,
  { execution, step, with: given, signal }: ActionCall<StepWith<'agent'>>,
  body: { readonly method: string; readonly params: unknown },
): Promise<Asked | ActionResult> {
  const answer = await gateway.send({
    path: `/a2a/${encodeURIComponent(given.agent)}`,
    body: { jsonrpc: '2.0', id: randomUUID(), ...body },
    delegator: execution.starter.delegator,
    ...{ executionId: execution.id, step: step.id, use: 'agent', signal },
  });
  const costNano = costOf(answer);
  const said = rpcAnswer(answer);
  if (said.kind === 'none') return refusedBy(answer);
  if (said.kind === 'error') return { ...failed(said.message), costNano };
  const answered = z.discriminatedUnion('kind', [message, task]).safeParse(said.result).data;
  if (!answered) return { ...failed('the answer is neither a message nor a task'), costNano };
  return { ok: true, answered, costNano };
}

const isOver = ({ status: { state } }: Task): boolean =>
  state === 'completed' || FAILURES.includes(state);

function resultOf(answered: Answered): ActionResult {
  if (answered.kind === 'message') return done({ text: textOf(answered.parts), artifacts: [] });
  const { id, status, artifacts } = answered;
  const made = artifacts ?? [];
  const said = textOf(status.message?.parts ?? []);
  if (status.state !== 'completed') {
    return failed(`the task of the agent is ${status.state}${said === '' ? '' : `: ${said}`}`);
  }
  const texts = [said, ...made.map(({ parts }) => textOf(parts))].filter((one) => one !== '');
  return done({ text: texts.join('\n'), state: status.state, task_id: id, artifacts: made });
}

const textOf = (parts: readonly { readonly text?: string | undefined }[]): string =>
  parts.flatMap(({ text }) => text ?? []).join('\n');
