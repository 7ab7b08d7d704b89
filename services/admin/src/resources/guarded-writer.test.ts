import { KubernetesError } from '@aicp/common/kubernetes/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RecordingGuard } from '../idempotency/testing/recording-guard.ts';
import { teams } from '../teams/collection.ts';
import { contextOf, resourceFixture, somebody } from './testing/resource-fixture.ts';
import type { ResourceFixture } from './testing/resource-fixture.ts';

describe('a write of a request that may be sent again', () => {
  let aicp: ResourceFixture;
  let writes: RecordingGuard;
  beforeEach(async () => {
    aicp = await resourceFixture();
    writes = new RecordingGuard();
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const create = (more: object = {}) =>
    aicp
      .services(teams)
      .create(contextOf(somebody('platform_admin'), { writes, ...more }), { name: 'one' });
  const refusing = (error: Error) => {
    aicp.api.intercept = ({ verb }) => {
      if (verb === 'create') throw error;
    };
  };
  const told = () => [writes.begun, writes.refusals];

  it('is announced; a dry run is not', async () => {
    await create({ dryRun: true });
    expect(told()).toEqual([0, 0]);
    await create();
    expect(told()).toEqual([1, 0]);
  });

  it('is not made where it may not be, and nobody is told of it', async () => {
    writes.refusal = new Error('lost');
    await expect(create()).rejects.toThrow('lost');
    expect(aicp.peek('Team', 'one')).toBeUndefined();
    expect(aicp.hooks.planned).toEqual([]);
  });

  it('is said to have changed nothing where the API server or the audit log refused it', async () => {
    refusing(new KubernetesError({ status: 403, message: 'no' }));
    await expect(create()).rejects.toMatchObject({ status: 403 });
    expect(told()).toEqual([1, 1]);
    aicp.hooks.before = () => Promise.reject(new Error('the log is full'));
    await expect(create()).rejects.toThrow('full');
    expect(told()).toEqual([2, 2]);
  });

  it('may have changed something where nobody knows how it ended', async () => {
    refusing(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    await expect(create()).rejects.toThrow('reset');
    expect(told()).toEqual([1, 0]);
  });
});
