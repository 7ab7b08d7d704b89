import type { ProtocolVersion } from '@aicp/contracts/agents/agent-card';
import { hasEnded } from '@aicp/contracts/workflows/execution-status';
import type { Execution, Step } from '../store/rows.ts';

/** What a task is, in the words of 0.3. */
export type TaskState =
  'submitted' | 'working' | 'input-required' | 'completed' | 'failed' | 'canceled';

/** An execution as it stands. */
export interface Standing {
  readonly execution: Execution;
  /** The step for which a person is waited for, and nothing else goes on; undefined where there is none. */
  readonly approval: Step | undefined;
}

const STATES: Readonly<Record<Execution['status'], TaskState>> = {
  pending: 'submitted',
  running: 'working',
  waiting: 'working',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'canceled',
};

export const stateOf = ({ execution: { status }, approval }: Standing): TaskState =>
  status === 'waiting' && approval ? 'input-required' : STATES[status];

/** The context of an execution: one of its own where it was in none. */
const contextOf = ({ id, context_id: context }: Execution): string => context ?? id;

/** A task. Ids are the engine's own: the gateway seals them. */
export function taskOf(standing: Standing, version: ProtocolVersion): object {
  const { execution } = standing;
  const isDone = execution.status === 'completed';
  return {
    ...(version === '0.3' ? { kind: 'task' } : {}),
    id: execution.id,
    contextId: contextOf(execution),
    status: statusOf(standing, version),
    // The id of a task is sealed on its way: whoever decides, or looks it up, needs the execution's own.
    metadata: { execution: execution.id },
    ...(isDone ? { artifacts: [artifactOf(execution, version)] } : {}),
  };
}

/** That a task stands otherwise than before. */
export function statusUpdate(standing: Standing, version: ProtocolVersion): object {
  const { execution } = standing;
  const ids = { taskId: execution.id, contextId: contextOf(execution) };
  const status = statusOf(standing, version);
  return version === '0.3'
    ? { kind: 'status-update', ...ids, status, final: hasEnded(execution.status) }
    : { statusUpdate: { ...ids, status } };
}

/** What came of a task that is completed. */
export function artifactUpdate({ execution }: Standing, version: ProtocolVersion): object {
  const update = {
    ...{ taskId: execution.id, contextId: contextOf(execution) },
    ...{ artifact: artifactOf(execution, version), append: false, lastChunk: true },
  };
  return version === '0.3' ? { kind: 'artifact-update', ...update } : { artifactUpdate: update };
}

function statusOf(standing: Standing, version: ProtocolVersion): object {
  const { execution } = standing;
  const state = stateOf(standing);
  const { ended_at: ended, started_at: started, created_at: created } = execution;
  const text = wordsOn(standing);
  return {
    state: version === '0.3' ? state : `TASK_STATE_${state.toUpperCase().replace('-', '_')}`,
    timestamp: (ended ?? started ?? created).toISOString(),
    ...(text === undefined ? {} : { message: messageOf(execution, text, version) }),
  };
}

/** What else is to be said of how it stands. */
function wordsOn({ execution, approval }: Standing): string | undefined {
  if (execution.status === 'failed') return execution.error ?? 'It failed.';
  if (execution.status !== 'waiting' || !approval) return undefined;
  const { step_id: id } = approval;
  return `A person has to decide on the step "${id}" of the execution ${execution.id} before it goes on: by the executions of workflows, and not by a message.`;
}

function messageOf(execution: Execution, text: string, version: ProtocolVersion): object {
  const { id: taskId, version: number } = execution;
  const said = { messageId: `status-${number}`, taskId, contextId: contextOf(execution) };
  return version === '0.3'
    ? { kind: 'message', role: 'agent', ...said, parts: [textPart(text, version)] }
    : { role: 'ROLE_AGENT', ...said, parts: [textPart(text, version)] };
}

/** The output: a text as one, an object as data, anything else as its JSON. */
function artifactOf({ output }: Execution, version: ProtocolVersion): object {
  const part =
    typeof output === 'object' && output !== null && !Array.isArray(output)
      ? { ...(version === '0.3' ? { kind: 'data' } : {}), data: output }
      : textPart(typeof output === 'string' ? output : JSON.stringify(output ?? null), version);
  return { artifactId: 'output', name: 'output', parts: [part] };
}

const textPart = (text: string, version: ProtocolVersion): object => ({
  ...(version === '0.3' ? { kind: 'text' } : {}),
  text,
});
