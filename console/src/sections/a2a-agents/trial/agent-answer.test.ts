import { expect, it } from 'vitest';
import { cancelCall, sendCall, versionOf } from './agent-call.ts';
import { AgentError, isOpen, NO_ANSWER, withResponse, type AgentAnswer } from './agent-answer.ts';

const after = (...results: readonly object[]): AgentAnswer =>
  results.reduce<AgentAnswer>((now, result) => withResponse(now, { result }), NO_ANSWER);

it('follows a stream of protocol 1.0', () => {
  const ids = { taskId: 't', contextId: 'c' };
  const artifact = { artifactId: 'a', parts: [{ text: 'Done.' }] };
  const answer = after(
    { task: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } },
    { artifactUpdate: { ...ids, artifact } },
    { statusUpdate: { ...ids, status: { state: 'TASK_STATE_COMPLETED' } } },
  );
  expect(answer).toEqual({ text: 'Done.', state: 'completed', ...ids });
  expect(isOpen(answer)).toBe(false);
});

it('follows a stream of protocol 0.3, and joins what is appended', () => {
  const ids = { taskId: 't', contextId: 'c' };
  const piece = (text: string, append: boolean) => ({
    ...{ kind: 'artifact-update', ...ids, append },
    artifact: { artifactId: 'a', parts: [{ kind: 'text', text }] },
  });
  const task = { kind: 'task', id: 't', contextId: 'c', status: { state: 'input-required' } };
  const answer = after(task, piece('Do', false), piece('ne.', true));
  expect(answer).toEqual({ text: 'Done.', state: 'input-required', ...ids });
  expect(isOpen(answer)).toBe(true);
});

it('does not repeat what a task has told already', () => {
  const artifact = { artifactId: 'a', parts: [{ text: 'Done.' }] };
  const task = { id: 't', status: { state: 'TASK_STATE_COMPLETED' }, artifacts: [artifact] };
  expect(after({ artifactUpdate: { taskId: 't', artifact } }, { task }).text).toBe('Done.');
});

it('reads an answer without a task, and what is no text', () => {
  const parts = [{ text: 'Yes.' }, { data: { a: 1 } }, { url: 'https://x', filename: 'plan.pdf' }];
  const answer = after({ message: { messageId: 'm', role: 'ROLE_AGENT', parts } });
  expect(answer).toMatchObject({ taskId: undefined, state: undefined });
  expect(answer.text).toBe('Yes.\n{\n  "a": 1\n}\n(a file: plan.pdf)');
  expect(isOpen(answer)).toBe(false);
});

it('says what an agent refuses in its words', () => {
  const error = { code: -32001, message: 'There is no such task.' };
  expect(() => withResponse(NO_ANSWER, { error })).toThrow(new AgentError(error.message));
});

it('speaks the newest version that an agent does', () => {
  const said = { text: 'Hi', taskId: 't', contextId: undefined };
  expect(versionOf(['0.3', '1.0'])).toBe('1.0');
  expect(sendCall(said, { version: '1.0', isStreaming: true }, 'm')).toMatchObject({
    method: 'SendStreamingMessage',
    params: { message: { messageId: 'm', role: 'ROLE_USER', taskId: 't' } },
  });
  const legacy = { version: versionOf(['0.3']), isStreaming: false };
  expect(sendCall(said, legacy, 'm')).toMatchObject({
    method: 'message/send',
    params: { message: { role: 'user', parts: [{ kind: 'text', text: 'Hi' }] } },
  });
  expect(cancelCall('t', legacy)).toMatchObject({ method: 'tasks/cancel', params: { id: 't' } });
});
