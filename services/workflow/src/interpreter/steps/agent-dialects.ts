import { z } from 'zod';

const part = z.object({ text: z.string().optional() }).loose();
const parts = z.array(part);

/** A task of an agent, the same for all versions of the protocol. */
export interface AgentTask {
  readonly kind: 'task';
  readonly id: string;
  /** As 0.3 calls them: `working`, `completed`, `failed` and so on. */
  readonly state: string;
  /** What the agent says of how it stands. */
  readonly said: readonly Part[];
  readonly artifacts: readonly { readonly parts: readonly Part[] }[];
}

type Part = z.output<typeof part>;

export type Answered = AgentTask | { readonly kind: 'message'; readonly parts: readonly Part[] };

/** What a version of the protocol calls what a step asks for. */
export interface Dialect {
  readonly send: string;
  readonly get: string;
  /** The message that begins it all. */
  message(id: string, text: string): object;
  /** Reads what the agent answers; undefined where it is of no such version. */
  read(result: unknown): Answered | undefined;
}

const task = z.object({
  id: z.string(),
  status: z.object({ state: z.string(), message: z.object({ parts }).nullish() }),
  artifacts: z.array(z.object({ parts }).loose()).nullish(),
});

const asTask = ({ id, status, artifacts }: z.output<typeof task>): AgentTask => ({
  ...{ kind: 'task', id, state: status.state, said: status.message?.parts ?? [] },
  artifacts: artifacts ?? [],
});

const taskOf10 = task.transform((read): Answered => {
  const { state } = read.status;
  const plain = state
    .replace(/^TASK_STATE_/, '')
    .toLowerCase()
    .replaceAll('_', '-');
  return { ...asTask(read), state: plain };
});
const answerOf10 = z.union([
  z.object({ task: taskOf10 }).transform((read): Answered => read.task),
  z.object({ message: z.object({ parts }) }).transform((read): Answered => {
    return { kind: 'message', parts: read.message.parts };
  }),
  taskOf10,
]);

const answerOf03 = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), parts }),
  task.extend({ kind: z.literal('task') }),
]);

export const A2A_10: Dialect = {
  ...{ send: 'SendMessage', get: 'GetTask' },
  message: (messageId, text) => ({ messageId, role: 'ROLE_USER', parts: [{ text }] }),
  read: (result) => answerOf10.safeParse(result).data,
};

export const A2A_03: Dialect = {
  ...{ send: 'message/send', get: 'tasks/get' },
  message: (messageId, text) => ({
    ...{ kind: 'message', role: 'user', messageId },
    parts: [{ kind: 'text', text }],
  }),
  read: (result) => {
    const { data } = answerOf03.safeParse(result);
    return data?.kind === 'task' ? asTask(data) : data;
  },
};

/** What agents say, and the gateway for them, where they do not speak the version of a request. */
export const VERSION_NOT_SUPPORTED = -32009;
