import { randomUUID } from 'node:crypto';
import { Problem } from '@aicp/common/errors/problem';
import { MAX_WORKFLOW_DEPTH } from '@aicp/contracts/workflows/workflow-definition';
import type { Caller } from '../access/caller.ts';
import type { Sent } from '../executions/record-of.ts';
import { KeyUsedOtherwise, type Starts } from '../executions/starts.ts';
import type { WorkflowSnapshot } from '../snapshot/workflow-snapshot.ts';
import type { ExecutionStore } from '../store/execution-store.ts';
import { keyOfMessage } from '../store/message-executions.ts';
import type { Execution } from '../store/rows.ts';
import { inputIn, type Message } from './read-message.ts';
import { badParams, failed, unsupported } from './rpc-failure.ts';

export interface TaskStartParts {
  readonly snapshot: Pick<WorkflowSnapshot, 'current'>;
  readonly executions: Pick<ExecutionStore, 'find'>;
  readonly starts: Pick<Starts, 'start'>;
}

/** Who sends a message, to which workflow. */
export interface Sender {
  readonly caller: Caller;
  readonly template: string;
  /** The request that the message came with. */
  readonly context: Sent;
}

/** Starts the execution that a message asks for, or finds the one that the same message started. Rejects with an RpcFailure where there is nothing to start. */
export async function startTask(
  parts: TaskStartParts,
  { caller, template, context }: Sender,
  message: Message,
): Promise<Execution> {
  const definition = parts.snapshot.current.templates.find(template, caller.organization);
  if (!definition?.publish) {
    throw unsupported(`The workflow "${template}" is not offered as an agent now.`);
  }
  const input = inputIn(message.parts, definition);
  const parent = await parentOf(caller, parts);
  try {
    return await parts.starts.start(caller, {
      ...{ template, input, parent, maxCostUsd: undefined },
      idempotencyKey: keyOfMessage(message.messageId),
      contextId: message.contextId ?? randomUUID(),
      sent: context,
    });
  } catch (error) {
    throw told(error);
  }
}

/** The execution whose step sends the message; undefined where none does. It goes on, and is the caller's own, unless somebody has made the credential up. */
async function parentOf(
  { id, asksFor }: Caller,
  { executions }: Pick<TaskStartParts, 'executions'>,
): Promise<Execution | undefined> {
  if (!asksFor) return undefined;
  const parent = await executions.find(asksFor.id);
  if (parent?.starter_id !== id || parent.ended_at) {
    throw unsupported('The execution whose step sends this message does not go on.');
  }
  if (parent.depth < MAX_WORKFLOW_DEPTH) return parent;
  throw unsupported(
    `Workflows may call workflows ${MAX_WORKFLOW_DEPTH} deep, by their agents too, and this one is there: does a workflow call itself?`,
  );
}

/** What a client of REST would be told, to one of A2A. What it can do nothing about goes on as it is. */
function told(error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  if (error instanceof KeyUsedOtherwise) return badParams(OTHER_MESSAGE);
  if (error.status === 422) return badParams(wrongInput(error), error.errors);
  if (error.status === 429) return failed(error.message);
  return error.status === 403 || error.status === 404 ? unsupported(error.message) : error;
}

const OTHER_MESSAGE =
  'This messageId was sent before, with another input or to another workflow: give a new message a new messageId.';

/** With what is wrong field by field: few clients show what else an error has. */
const wrongInput = ({ message, errors = [] }: Problem): string =>
  errors.length === 0
    ? message
    : `The workflow does not take this input: ${errors.map((one) => `${one.path} ${one.message}`).join('; ')}.`;
