import { describe, expect, it } from 'vitest';
import type { Method } from '@aicp/contracts/agents/methods';
import { readMethod } from '../rpc/methods.ts';
import { IdSeal } from './id-seal.ts';
import { ForeignAnswer, ScopedIds } from './scoped-ids.ts';

const seal = new IdSeal('secret');
const acme = new ScopedIds(seal, 'acme');
const globex = new ScopedIds(seal, 'globex');
const method = (name: string) => readMethod(name) as Method;
const taskId = seal.seal('acme', 'task', 't-1');
const contextId = seal.seal('acme', 'context', 'c-1');
const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hi' }] };

describe('ids of a scope', () => {
  it('are opened wherever a message may have them', () => {
    const sent = { ...message, taskId, contextId, referenceTaskIds: [taskId] };
    const configuration = { blocking: true, historyLength: 3 };
    expect(acme.opened(method('message/send'), { message: sent, configuration })).toEqual({
      message: { ...message, taskId: 't-1', contextId: 'c-1', referenceTaskIds: ['t-1'] },
      configuration,
    });
    const params = { id: taskId, historyLength: 2 };
    expect(acme.opened(method('GetTask'), params)).toEqual({ id: 't-1', historyLength: 2 });
  });

  it('of another tenant are what never was', () => {
    const of = (ids: ScopedIds, params: object) =>
      ids.opened(method('SendMessage'), params as Record<string, unknown>);
    const never = of(acme, { message: { ...message, taskId: 't-1' } });
    expect(never).toMatchObject({ code: -32001 });
    expect(of(globex, { message: { ...message, taskId } })).toEqual(never);
    expect(of(globex, { message: { ...message, referenceTaskIds: [taskId] } })).toEqual(never);
    expect(of(acme, { message: { ...message, taskId: 7 } })).toEqual(never);
    const noContext = of(acme, { message: { ...message, contextId: 'c-1' } });
    expect(noContext).toMatchObject({ code: -32602 });
    expect(of(globex, { message: { ...message, contextId } })).toEqual(noContext);
    expect(globex.opened(method('tasks/cancel'), { id: taskId })).toEqual(never);
  });

  it('do not get through by another way to write them, or by a tenant', () => {
    const sneaky = { ...message, task_id: 't-1', taskid: 't-1', context_id: 'c-1' };
    const params = { message: sneaky, tenant: 'globex', id: 't-1', taskId: 't-1' };
    expect(acme.opened(method('SendMessage'), params)).toEqual({ message });
    const asked = { id: taskId, tenant: 'globex', name: 'tasks/t-2' };
    expect(acme.opened(method('GetTask'), asked)).toEqual({ id: 't-1' });
  });

  it('are sealed wherever an answer has them', () => {
    const status = { state: 'TASK_STATE_WORKING', message: { ...message, taskId: 't-1' } };
    const task = {
      id: 't-1',
      contextId: 'c-1',
      status,
      history: [{ ...message, contextId: 'c-1' }],
    };
    const sealedTask = {
      id: taskId,
      contextId,
      status: { ...status, message: { ...message, taskId } },
      history: [{ ...message, contextId }],
    };
    expect(acme.sealed(method('SendMessage'), { task })).toEqual({ task: sealedTask });
    expect(acme.sealed(method('CancelTask'), task)).toEqual(sealedTask);
    const legacy = { kind: 'task', ...task };
    expect(acme.sealed(method('message/send'), legacy)).toEqual({ kind: 'task', ...sealedTask });
    const update = { taskId: 't-1', contextId: 'c-1', artifact: { artifactId: 'a' } };
    const sealedUpdate = { ...update, taskId, contextId };
    expect(acme.sealed(method('SubscribeToTask'), { artifactUpdate: update })).toEqual({
      artifactUpdate: sealedUpdate,
    });
    const kind = 'artifact-update';
    expect(acme.sealed(method('message/stream'), { kind, ...update })).toEqual({
      kind,
      ...sealedUpdate,
    });
  });

  it.each([
    ['SendMessage', { something: { id: 't-1' } }],
    ['SendMessage', { task: { id: 't-1' }, other: {} }],
    ['SendMessage', 'text'],
    ['message/send', { kind: 'unheard-of', id: 't-1' }],
    ['tasks/get', { id: 7 }],
    ['tasks/get', { id: 'x'.repeat(10_000) }],
  ])('are not looked for in an answer that is none of %s', (name, result) => {
    expect(() => acme.sealed(method(name), result)).toThrow(ForeignAnswer);
  });

  it('have no notifications pushed', () => {
    for (const field of ['pushNotificationConfig', 'taskPushNotificationConfig', 'push_config']) {
      const params = { message, configuration: { [field]: { url: 'http://10.0.0.1' } } };
      expect(acme.opened(method('SendMessage'), params)).toMatchObject({ code: -32003 });
    }
  });
});
