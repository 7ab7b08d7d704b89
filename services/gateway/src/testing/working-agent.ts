import { beginStream, answerJson } from './scripted-provider.ts';
import { rpcEvent, type AgentScript } from './scripted-agent.ts';

type State = 'working' | 'completed' | 'canceled';

/** The parts of the protocol that differ between its versions. */
const words = (isLegacy: boolean, taskId: string) => {
  const state = (name: State): string => (isLegacy ? name : `TASK_STATE_${name.toUpperCase()}`);
  const ids = { taskId, contextId: `context-of-${taskId}` };
  const event = (kind: string, field: string, body: object): object =>
    isLegacy ? { kind, ...body } : { [field]: body };
  const part = isLegacy ? { kind: 'text', text: 'Done.' } : { text: 'Done.' };
  const task = (name: State): object => ({
    id: taskId,
    contextId: ids.contextId,
    status: { state: state(name) },
    ...(isLegacy ? { kind: 'task' } : {}),
  });
  return {
    task,
    whole: (name: State) => (isLegacy ? task(name) : { task: task(name) }),
    status: (name: State) =>
      event('status-update', 'statusUpdate', {
        ...ids,
        status: { state: state(name) },
        ...(isLegacy ? { final: name !== 'working' } : {}),
      }),
    artifact: () =>
      event('artifact-update', 'artifactUpdate', {
        ...ids,
        artifact: { artifactId: 'a-1', parts: [part] },
      }),
  };
};

/** An agent with one task after another, `task-1` and so on, in both versions of the protocol. What it does not know is not found. */
export function workingAgent(): AgentScript {
  let made = 0;
  const states = new Map<string, State>();
  return ({ id, method, params }, response) => {
    const isLegacy = method.includes('/');
    const answer = (result: object): void => {
      answerJson(response, { jsonrpc: '2.0', id, result });
    };
    if (/send|Send|stream/.test(method)) {
      const { taskId = `task-${(made += 1)}` } = params['message'] as { taskId?: string };
      states.set(taskId, 'completed');
      const said = words(isLegacy, taskId);
      if (method === 'SendMessage' || method === 'message/send') {
        answer(said.whole('completed'));
        return;
      }
      const events = [said.whole('working'), said.artifact(), said.status('completed')];
      beginStream(response).end(events.map((event) => rpcEvent(id, event)).join(''));
      return;
    }
    const taskId = String(params['id']);
    const state = states.get(taskId);
    if (state === undefined) {
      answerJson(response, { jsonrpc: '2.0', id, error: { code: -32001, message: taskId } });
      return;
    }
    const said = words(isLegacy, taskId);
    if (/ubscri/.test(method)) beginStream(response).end(rpcEvent(id, said.whole(state)));
    else answer(said.task(/ancel/.test(method) ? 'canceled' : state));
  };
}
