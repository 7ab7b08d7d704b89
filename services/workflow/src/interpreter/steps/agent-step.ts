import { randomUUID } from 'node:crypto';
import type { Clock } from '@aicp/common/time/clock';
import type { StepWith } from '@aicp/contracts/workflows/steps/step-types';
import { costOf } from '../../gateway/answers.ts';
import type { GatewayClient } from '../../gateway/gateway-client.ts';
import { rpcAnswer } from '../../gateway/rpc-answer.ts';
import { ClaimLost } from '../../store/claim.ts';
import type { MessageExecutions } from '../../store/message-executions.ts';
import type { Execution } from '../../store/rows.ts';
import { done, failed, type Action, type ActionCall, type ActionResult } from '../action.ts';
import {
  VERSION_NOT_SUPPORTED,
  type AgentTask,
  type Answered,
  type Dialect,
} from './agent-dialects.ts';
import { stopChild, tryId, usedBy, type ChildParts } from './child-execution.ts';
import { refusedBy } from './refused-by.ts';
import { SpokenVersions } from './spoken-versions.ts';

const POLL_MS = 1_000;
/** So often in a row a task may be asked for in vain: the message that began it is not sent again for that. */
const MOST_IN_VAIN = 30;

const FAILURES = ['failed', 'rejected', 'canceled', 'auth-required', 'input-required'];

interface Parts extends ChildParts {
  readonly gateway: Pick<GatewayClient, 'send'>;
  readonly tasks: Pick<MessageExecutions, 'startedBy'>;
  readonly clock: Clock;
}

/** What all steps share. */
interface Shared extends Parts {
  readonly spoken: SpokenVersions;
}

/** What was answered, or why there is no answer. */
type Asked =
  | { readonly answered: Answered; readonly costNano: bigint }
  | { readonly refused: ActionResult; readonly code?: number };

type AgentCall = ActionCall<StepWith<'agent'>>;

/**
 * Sends an agent a message through the gateway, in the version of the protocol that it speaks, and follows its task to its end. Where the agent is a workflow of this engine, what its execution has
 * used counts, and it ends with the step.
 */
export const agent = (parts: Parts): Action<StepWith<'agent'>> => {
  const shared = { ...parts, spoken: new SpokenVersions(parts.clock) };
  return async (call) => {
    const { execution, signal } = call;
    const messageId = tryId(call);
    const started = () =>
      parts.persistence.persist(() => parts.tasks.startedBy(execution, messageId));
    try {
      const result = await talked(shared, call, messageId);
      return withUsed(result, await started());
    } catch (error) {
      if (error instanceof ClaimLost || parts.persistence.stopped.aborted) throw error;
      const child = await started();
      if (!child) throw error;
      if (!signal.aborted) return withUsed(failed(messageOf(error), true), child);
      throw await stopChild(parts, child.id, { signal, cause: error });
    }
  };
};

/** What agents are asked in costs by itself; the execution of a workflow comes on top. */
function withUsed(result: ActionResult, child: Execution | undefined): ActionResult {
  if (!child) return result;
  const { tokens, costNano } = usedBy(child);
  const { tokens: ownTokens = 0, costNano: ownNano = 0n } = result;
  return { ...result, tokens: ownTokens + tokens, costNano: ownNano + costNano };
}

/** Sends the message, and waits for what comes of it. */
async function talked(parts: Shared, call: AgentCall, messageId: string): Promise<ActionResult> {
  const send = (dialect: Dialect): Promise<Asked> => {
    const params = { message: dialect.message(messageId, call.with.message) };
    return ask(parts, call, { dialect, method: dialect.send, params });
  };
  // Agents of one name may be others for other organizations: a wrong guess costs one more request.
  const name = call.with.agent;
  const [first, second] = parts.spoken.orderFor(name);
  let dialect = first;
  let asked = await send(dialect);
  if ('refused' in asked && asked.code === VERSION_NOT_SUPPORTED) {
    dialect = second;
    asked = await send(dialect);
  }
  if ('refused' in asked) return asked.refused;
  parts.spoken.note(name, dialect);
  const { answered, costNano } = asked;
  if (answered.kind === 'message') {
    return { ...done({ text: textOf(answered.parts), artifacts: [] }), costNano };
  }
  return await followed(parts, call, { dialect, first: answered, costNano });
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Asks for a task until it is over. */
async function followed(
  parts: Parts,
  call: AgentCall,
  begun: { readonly dialect: Dialect; readonly first: AgentTask; readonly costNano: bigint },
): Promise<ActionResult> {
  const { dialect, first } = begun;
  let { costNano } = begun;
  let task = first;
  for (let vain = 0; !isOver(task);) {
    await parts.clock.sleep(POLL_MS, call.signal);
    const asked = await look(parts, call, { dialect, id: task.id });
    if ('refused' in asked) {
      const { refused } = asked;
      costNano += refused.costNano ?? 0n;
      vain += 1;
      if (!mayPass(refused) || vain > MOST_IN_VAIN) return { ...refused, costNano };
      continue;
    }
    vain = 0;
    costNano += asked.costNano;
    if (asked.answered.kind !== 'task') return { ...failed('the task became a message'), costNano };
    task = asked.answered;
  }
  return { ...resultOf(task), costNano };
}

const mayPass = (refused: ActionResult): boolean => refused.ok === false && refused.isRetryable;

/** Asks how a task stands. An answer that got lost is one in vain: asking changes nothing. */
async function look(
  parts: Parts,
  call: AgentCall,
  { dialect, id }: { readonly dialect: Dialect; readonly id: string },
): Promise<Asked> {
  try {
    return await ask(parts, call, { dialect, method: dialect.get, params: { id } });
  } catch (error) {
    if (call.signal.aborted) throw error;
    return { refused: failed(messageOf(error), true) };
  }
}

async function ask(
  { gateway }: Parts,
  { execution, step, with: given, signal }: AgentCall,
  { dialect, ...body }: { readonly dialect: Dialect; readonly method: string; params: unknown },
): Promise<Asked> {
  const answer = await gateway.send({
    path: `/a2a/${encodeURIComponent(given.agent)}`,
    body: { jsonrpc: '2.0', id: randomUUID(), ...body },
    delegator: execution.starter.delegator,
    ...{ execution, step: step.id, use: 'agent', signal },
  });
  const costNano = costOf(answer);
  const said = rpcAnswer(answer);
  if (said.kind === 'none') return { refused: refusedBy(answer) };
  if (said.kind === 'error') {
    return { refused: { ...failed(said.message, said.isPassing), costNano }, code: said.code };
  }
  const answered = dialect.read(said.result);
  if (answered) return { answered, costNano };
  return { refused: { ...failed('the answer is neither a message nor a task'), costNano } };
}

const isOver = ({ state }: AgentTask): boolean => state === 'completed' || FAILURES.includes(state);

function resultOf({ id, state, said: parts, artifacts }: AgentTask): ActionResult {
  const said = textOf(parts);
  if (state !== 'completed') {
    return failed(`the task of the agent is ${state}${said === '' ? '' : `: ${said}`}`);
  }
  const texts = [said, ...artifacts.map((made) => textOf(made.parts))].filter((one) => one !== '');
  return done({ text: texts.join('\n'), state, task_id: id, artifacts });
}

const textOf = (parts: readonly { readonly text?: string | undefined }[]): string =>
  parts.flatMap(({ text }) => text ?? []).join('\n');
