import { faultLine, readPlainly } from '@aicp/common/errors/read-plainly';
import { textFieldOf } from '@aicp/contracts/agents/text-field';
import type { WorkflowDefinition } from '@aicp/contracts/workflows/workflow-definition';
import { z } from 'zod';
import { badParams, RpcFailure, unsupported } from './rpc-failure.ts';

const id = z.string().max(700);

/** Both versions of the protocol: what tells parts apart is which field they have. */
const sendParams = z.object({
  message: z.object({
    messageId: z.string().min(1).max(255),
    contextId: id.optional(),
    taskId: id.optional(),
    parts: z.array(z.record(z.string(), z.unknown())).max(1_000),
  }),
  configuration: z
    .object({ blocking: z.boolean().optional(), returnImmediately: z.boolean().optional() })
    .optional(),
});

/** What a message asks for. */
export interface Message {
  readonly messageId: string;
  /** Undefined: it begins one. */
  readonly contextId: string | undefined;
  readonly parts: readonly Readonly<Record<string, unknown>>[];
  /** Whether the answer waits until the task has ended, or a person is waited for. */
  readonly isBlocking: boolean;
}

/** Throws an RpcFailure where the params are none of a message. */
export function readMessage(params: unknown): Message {
  const { data, faults } = readPlainly(sendParams, params);
  if (faults) {
    const within = faults.map(({ path, message: why }) => ({
      path: ['params', ...path],
      message: why,
    }));
    throw badParams(faultLine(within));
  }
  const { message, configuration } = data;
  const { messageId, contextId, taskId, parts } = message;
  if (taskId !== undefined && taskId !== '') {
    throw unsupported(
      'The task of a workflow takes no further message: leave taskId out to begin another task. Who is to approve a step does so where workflows are executed.',
    );
  }
  return {
    ...{ messageId, parts },
    contextId: contextId === '' ? undefined : contextId,
    isBlocking: configuration?.returnImmediately !== true && configuration?.blocking !== false,
  };
}

const CONTENT_TYPE_NOT_SUPPORTED = -32005;

/** The input of a workflow in a message: its one data part, or its text where the input is one text. Throws an RpcFailure where it is neither. */
export function inputIn(
  parts: Message['parts'],
  { input_schema: schema }: Pick<WorkflowDefinition, 'input_schema'>,
): unknown {
  const data = parts.flatMap((part) => (part['data'] === undefined ? [] : [part['data']]));
  const texts = parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  if (parts.some(isFile)) {
    throw new RpcFailure(
      CONTENT_TYPE_NOT_SUPPORTED,
      'A workflow takes no files: send its input as a data part.',
    );
  }
  if (data.length > 1) throw badParams('Send one data part: the input of the workflow.');
  // What is said beside it is for people.
  if (data.length === 1) return objectOf(data[0]);
  const field = textFieldOf(schema);
  if (field !== undefined && texts.length > 0) return { [field]: texts.join('\n') };
  throw badParams(
    field === undefined
      ? 'Send the input of the workflow as a data part: its card says which fields it takes. A text alone is taken where the input schema requires one field, which is a text.'
      : `Send a text, which is taken as ${field}, or the input of the workflow as a data part.`,
  );
}

function objectOf(data: unknown): object {
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data;
  throw badParams('The data part has to be an object: the input of the workflow.');
}

const isFile = (part: Readonly<Record<string, unknown>>): boolean =>
  ['file', 'raw', 'url'].some((field) => part[field] !== undefined);
