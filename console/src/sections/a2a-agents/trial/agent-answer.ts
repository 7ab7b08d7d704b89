import { fieldsOf, listOf, textOf } from '../card/agent-card.ts';

/** What came back of an agent so far. */
export interface AgentAnswer {
  /** What it says, in the order in which it came. */
  readonly text: string;
  /** Of the task that it made of the message; undefined where it answered at once. */
  readonly taskId: string | undefined;
  readonly contextId: string | undefined;
  /** Of the task: `completed`, `input-required`. */
  readonly state: string | undefined;
}

export const NO_ANSWER: AgentAnswer = {
  ...{ text: '', taskId: undefined, contextId: undefined, state: undefined },
};

/** An error that an agent, or the gateway in its place, answered in the form of JSON-RPC. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
}

type Fields = Readonly<Record<string, unknown>>;

/** The answer with one more response of JSON-RPC. Throws an AgentError where it is an error. */
export function withResponse(now: AgentAnswer, response: unknown): AgentAnswer {
  const { error, result } = fieldsOf(response) as { error?: unknown; result?: unknown };
  if (error !== undefined && error !== null) {
    throw new AgentError(textOf(fieldsOf(error)['message']) || 'The agent answered an error.');
  }
  const told = fieldsOf(result);
  // In 1.0, what it is stands above it; in 0.3, within. A task that was asked for stands alone in both.
  const [inner] = ['task', 'message', 'statusUpdate', 'artifactUpdate'].flatMap((name) =>
    told[name] === undefined ? [] : [fieldsOf(told[name])],
  );
  return withTold(now, inner ?? told);
}

function withTold(now: AgentAnswer, told: Fields): AgentAnswer {
  const { id, taskId, contextId, status, artifacts, artifact, parts, append } = told;
  const isTask = status !== undefined && taskId === undefined;
  const { state, message } = fieldsOf(status);
  const said = [
    textIn(parts),
    textIn(fieldsOf(message)['parts']),
    textIn(fieldsOf(artifact)['parts']),
    ...listOf(artifacts).map((one) => textIn(fieldsOf(one)['parts'])),
  ].filter((text) => text !== '');
  return {
    text: joined(now.text, said.join('\n'), append === true),
    taskId: (isTask ? textOf(id) : textOf(taskId)) || now.taskId,
    contextId: textOf(contextId) || now.contextId,
    state: stateText(state) ?? now.state,
  };
}

function joined(before: string, more: string, isOfTheSame: boolean): string {
  if (before === '' || more === '') return before + more;
  // A task at its end repeats what its stream has told.
  if (!isOfTheSame && before.endsWith(more)) return before;
  return isOfTheSame ? before + more : `${before}\n${more}`;
}

const textIn = (parts: unknown): string =>
  listOf(parts)
    .map((part) => partText(fieldsOf(part)))
    .filter((text) => text !== '')
    .join('\n');

function partText({ text, data, file, url, raw, filename }: Fields): string {
  if (typeof text === 'string') return text;
  if (data !== undefined) return JSON.stringify(data, null, 2);
  const isFile = file !== undefined || url !== undefined || raw !== undefined;
  if (!isFile) return '';
  const name = textOf(filename) || textOf(fieldsOf(file)['name']);
  return name === '' ? '(a file)' : `(a file: ${name})`;
}

/** `TASK_STATE_INPUT_REQUIRED` and `input-required` are the same. */
function stateText(state: unknown): string | undefined {
  const text = textOf(state);
  return text === ''
    ? undefined
    : text
        .replace(/^TASK_STATE_/, '')
        .toLowerCase()
        .replaceAll('_', '-');
}

const ENDED: ReadonlySet<string> = new Set(['completed', 'canceled', 'failed', 'rejected']);

/** Whether a task goes on, and can be cancelled. */
export const isOpen = ({ taskId, state }: AgentAnswer): boolean =>
  taskId !== undefined && !(state !== undefined && ENDED.has(state));
