import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CONFIG_MAPS,
  CUSTOM_RESOURCE_DEFINITIONS,
  type KubernetesObject,
} from '@aicp/common/kubernetes/objects';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { freshMetrics, recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { KubeConfig } from '@kubernetes/client-node';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ControlPlaneOperator, toMeta } from './control-plane-operator.ts';
import { Operator, type ResourceEvent, type ResourceMeta } from './dot-i.ts';

/** What the base class does by itself and must never be reached: each calls a dead URL, or ends the process. */
const ORIGINALS = [
  'watchResource',
  'setResourceStatus',
  'patchResourceStatus',
  'setResourceFinalizers',
  'registerCustomResourceDefinition',
  'getCustomResourceApiUri',
  'applyAxiosKubeConfigAuth',
  'applyGaxiosKubeConfigAuth',
  'resourceStatusRequest',
];

class TestOperator extends ControlPlaneOperator {
  readonly events: ResourceEvent[] = [];
  onEvent: (event: ResourceEvent) => Promise<void> = () => Promise.resolve();

  protected override async init(): Promise<void> {
    await this.watchResource(
      '',
      'v1',
      'configmaps',
      (event) => {
        this.events.push(event);
        return this.onEvent(event);
      },
      'ns',
    );
  }

  finalize(meta: ResourceMeta, finalizers: string[]): Promise<void> {
    return this.setResourceFinalizers(meta, finalizers);
  }

  handle(event: ResourceEvent, action: () => Promise<void>): Promise<boolean> {
    return this.handleResourceFinalizer(event, 'aicp.dev/test', action);
  }

  register(file: string) {
    return this.registerCustomResourceDefinition(file);
  }

  get config(): KubeConfig {
    return this.kubeConfig;
  }
}

const ID = 'configmaps.v1';

async function started() {
  const reached = ORIGINALS.map((name) =>
    vi
      .spyOn(Operator.prototype as unknown as Record<string, () => never>, name)
      .mockImplementation(() => {
        throw new Error(`the original ${name} was reached`);
      }),
  );
  const clock = new ManualClock();
  const api = new FakeKubernetes(() => clock.now());
  const { log, entries } = recordingLog();
  const kubeConfig = new KubeConfig();
  const { metrics } = freshMetrics();
  const operator = new TestOperator({ api, kubeConfig, clock, random: () => 0.5, log, metrics });
  onTestFinished(async () => {
    operator.stop();
    await operator.stopped();
    for (const spy of reached) spy.mockRestore();
  });
  const put = (name: string, more: Partial<KubernetesObject> = {}): KubernetesObject =>
    api.put(CONFIG_MAPS, { metadata: { name, namespace: 'ns' }, ...more });
  await operator.start();
  await clock.advance(0);
  return { api, clock, entries, kubeConfig, operator, put, reached };
}

describe('the operator on the base class of dot-i', () => {
  it('is one, and never reaches what that class does to the network by itself', async () => {
    const { operator, put, clock, reached, api } = await started();
    expect(operator).toBeInstanceOf(Operator);
    const object = put('a');
    await clock.advance(0);
    const meta = toMeta(ID, object);
    await operator.setResourceStatus(meta, { ok: true });
    await operator.patchResourceStatus(meta, { ok: false });
    await operator.finalize(toMeta(ID, api.peek(CONFIG_MAPS, object.metadata)), ['x']);
    expect(reached.map((spy) => spy.mock.calls.length)).toEqual(ORIGINALS.map(() => 0));
  });

  it('covers every method of the base class that talks to the API', () => {
    const kept = ['constructor', 'start', 'stop', 'handleResourceFinalizer', 'errorToJson'];
    const methods = Object.getOwnPropertyNames(Operator.prototype);
    expect(methods.filter((name) => !kept.includes(name)).sort()).toEqual([...ORIGINALS].sort());
  });

  it('uses the kubeconfig that it is given', async () => {
    const { operator, kubeConfig } = await started();
    expect(operator.config).toBe(kubeConfig);
  });

  it('tells of additions, changes and deletions', async () => {
    const { operator, put, clock, api } = await started();
    put('a');
    put('a', { data: { x: '1' } });
    await api.remove(CONFIG_MAPS, { namespace: 'ns', name: 'a' });
    await clock.advance(0);
    expect(operator.events.map(({ type, meta }) => `${type} ${meta.name}`)).toEqual([
      'ADDED a',
      'MODIFIED a',
      'DELETED a',
    ]);
    expect(operator.events[0]?.meta).toMatchObject({ id: ID, namespace: 'ns' });
  });

  it('survives a handler that fails', async () => {
    const { operator, put, clock, entries } = await started();
    operator.onEvent = () => Promise.reject(new Error('a bug'));
    put('a');
    put('b');
    await clock.advance(0);
    expect(operator.events).toHaveLength(2);
    expect(entries.filter(({ level }) => level === 'error')).toHaveLength(2);
  });

  it('survives a quiet hour and a lost connection, and ends no process', async () => {
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('the process was ended');
    });
    onTestFinished(() => exit.mockRestore());
    const { operator, put, clock, api } = await started();
    await clock.advance(3_600_000);
    api.endWatches(new Error('reset'));
    put('a');
    await clock.advance(5_000);
    expect(operator.events.map(({ meta }) => meta.name)).toEqual(['a']);
  });

  it('writes a status as its own field manager', async () => {
    const { operator, put, api } = await started();
    const object = put('a');
    const written = await operator.patchResourceStatus(toMeta(ID, object), { ok: true });
    expect(written.resourceVersion).not.toBe(object.metadata.resourceVersion);
    expect(api.peek(CONFIG_MAPS, object.metadata)?.['status']).toEqual({ ok: true });
  });

  it('rejects where the original logs and says nothing', async () => {
    const { operator, put, api } = await started();
    const meta = toMeta(ID, put('a'));
    api.intercept = () => {
      throw new Error('connection refused');
    };
    await expect(operator.patchResourceStatus(meta, {})).rejects.toThrow('connection refused');
  });

  it('lets the inherited helper add and take away its finalizer', async () => {
    const { operator, put, clock, api } = await started();
    put('a');
    await clock.advance(0);
    const [added] = operator.events;
    let done = 0;
    const action = () => {
      done += 1;
      return Promise.resolve();
    };
    await operator.handle(added!, action);
    const stored = () => api.peek(CONFIG_MAPS, { namespace: 'ns', name: 'a' });
    expect(stored()?.metadata.finalizers).toEqual(['aicp.dev/test']);
    put('a', { metadata: { ...stored()!.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } });
    await clock.advance(0);
    await operator.handle(operator.events.at(-1)!, action);
    expect([done, stored()?.metadata.finalizers]).toEqual([1, []]);
  });

  it('sets no finalizers on a version that somebody changed since', async () => {
    const { operator, put } = await started();
    const old = toMeta(ID, put('a'));
    put('a', { data: { x: '1' } });
    await expect(operator.finalize(old, ['x'])).rejects.toMatchObject({ status: 409 });
  });

  it('registers a CRD from a file, unless it is there', async () => {
    const { operator, api } = await started();
    const folder = await mkdtemp(join(tmpdir(), 'aicp-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'crd.yaml');
    await writeFile(
      file,
      'metadata: {name: things.x.dev}\nspec: {group: x.dev, versions: [{name: v1}], names: {plural: things, kind: Thing}}',
    );
    const registered = { group: 'x.dev', versions: [{ name: 'v1' }], plural: 'things' };
    expect(await operator.register(file)).toEqual(registered);
    expect(await operator.register(file)).toEqual(registered);
    expect(api.all(CUSTOM_RESOURCE_DEFINITIONS)).toHaveLength(1);
  });

  it('ends its watches when it is stopped', async () => {
    const { operator, api } = await started();
    operator.stop();
    await operator.stopped();
    expect(api.openWatches).toBe(0);
  });
});
