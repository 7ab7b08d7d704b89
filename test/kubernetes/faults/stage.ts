import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { kinds } from '@aicp/crds/kinds';
import { expect } from 'vitest';
import { goodObject } from '../../contract/spec-cases.ts';
import { startControlPlane, type ControlPlane } from '../control-plane/control-plane.ts';
import { applyAll } from '../control-plane/manifest.ts';
import { until } from '../control-plane/until.ts';
import { startInstallation, type Installation } from '../installation/installation.ts';
import type { LogEntry, Replica } from '../installation/replica.ts';
import { installCrds } from '../shared/shared-cluster.ts';
import { ApiProxy } from './api-proxy.ts';
import { Changes, resource } from './changes.ts';
import { Traffic } from './traffic.ts';
import { isProgrammed, labelsOf, saidOf, servedLabels, wanted, type Stored } from './truth.ts';

/** As the chart's own default values have it. */
export const NAMESPACE = 'aicp';
/** What the chart renders by default, and so what it grants. */
export const CHART = join(import.meta.dirname, '../../chart/golden/default.yaml');

/** What was measured while one thing was broken. */
export interface Outcome {
  readonly fault: string;
  readonly sent: number;
  readonly failed: number;
  /** How long it was broken, s. */
  readonly lasted: number;
  /** From then until every object was in force, s. */
  readonly toProgrammed: number;
}

export interface StageOptions {
  readonly operators: number;
  readonly gateways: number;
  readonly apiServerFlags?: readonly string[];
  readonly operatorEnvironment?: Readonly<Record<string, string>>;
}

/** An installation on a real API server, under steady requests and steady changes, each operator behind a proxy of its own. */
export class Stage implements AsyncDisposable {
  readonly outcomes: Outcome[] = [];
  readonly plane: ControlPlane;
  readonly installation: Installation;
  /** Between an operator and the API server, in the order of the operators. */
  readonly proxies: readonly ApiProxy[];
  readonly changes: Changes;
  readonly traffic: Traffic;
  readonly key: string;
  private readonly resources: AsyncDisposableStack;

  private constructor(parts: {
    readonly plane: ControlPlane;
    readonly installation: Installation;
    readonly proxies: readonly ApiProxy[];
    readonly key: string;
    readonly resources: AsyncDisposableStack;
  }) {
    this.plane = parts.plane;
    this.installation = parts.installation;
    this.proxies = parts.proxies;
    this.key = parts.key;
    this.resources = parts.resources;
    this.changes = new Changes(parts.plane.client, NAMESPACE);
    this.traffic = new Traffic({ urls: parts.installation.gatewayUrls, key: parts.key });
  }

  /** Resolves when everything is up and in force. */
  static async set(options: StageOptions): Promise<Stage> {
    const { operators, gateways, apiServerFlags = [], operatorEnvironment = {} } = options;
    await using starting = new AsyncDisposableStack();
    const plane = starting.use(await startControlPlane({ install: installCrds, apiServerFlags }));
    await plane.client.ok('POST', '/api/v1/namespaces', {
      body: { metadata: { name: NAMESPACE } },
    });
    const proxies: ApiProxy[] = [];
    for (let count = 0; count < operators; count += 1) {
      proxies.push(starting.use(await ApiProxy.start(plane)));
    }
    const installation = await startInstallation({
      plane,
      operators,
      gateways,
      operatorEnvironment,
      namespace: NAMESPACE,
      permissions: await readFile(CHART, 'utf8'),
      apiServerUrl: (operator) => proxies[operator]!.url,
    });
    starting.use(installation);
    const key = await installation.adminKey();
    const stage = new Stage({ plane, installation, proxies, key, resources: starting.move() });
    await stage.apply('Provider', 'steady', { type: 'simulated', simulation: { latencyMs: 50 } });
    await stage.apply('Model', 'steady', { modelId: 'steady', provider: 'steady' });
    await stage.untilProgrammed();
    for (const gateway of installation.gateways.keys()) stage.traffic.join(gateway);
    return stage;
  }

  async apply(kind: string, name: string, spec: object): Promise<void> {
    await applyAll(this.plane.client, [resource(kind, name, spec)], { namespace: NAMESPACE });
  }

  /** Applies the good object of each kind; resolves when the operator has said something of each. */
  async applyOneOfEachKind(): Promise<void> {
    const { client } = this.plane;
    for (const { feature, plural } of kinds) {
      const good = goodObject(feature);
      await applyAll(client, [good], { namespace: NAMESPACE });
      const { name } = good.metadata;
      const path = `/apis/aicp.dev/v1alpha1/namespaces/${NAMESPACE}/${plural}/${name}`;
      await until(async () => saidOf(await client.ok<Stored>('GET', path)) !== '', {
        what: `something is said of ${plural}/${name}`,
      });
    }
  }

  /** `plural` of a kind of ours. */
  async remove(plural: string, name: string): Promise<void> {
    const path = `/apis/aicp.dev/v1alpha1/namespaces/${NAMESPACE}/${plural}/${name}`;
    await this.plane.client.ok('DELETE', path);
  }

  /** The operator that holds the Lease, whatever it thinks of that, once there is one. */
  async leader(): Promise<Replica> {
    return await until(() => this.holder(), { what: 'somebody leads', timeoutMs: 60_000 });
  }

  async untilAnotherLeads(than: Replica): Promise<void> {
    const isAnother = async () => ((await this.holder()) ?? than) !== than;
    const what = `another operator than ${than.name} leads`;
    await until(isAnother, { what, timeoutMs: 60_000 });
  }

  proxyOf(operator: Replica): ApiProxy {
    return this.proxies[this.installation.operators.indexOf(operator)]!;
  }

  /** Resolves when every object is in force as it is now. */
  async untilProgrammed(): Promise<void> {
    let missing: readonly string[] = [];
    const look = async (): Promise<boolean> => {
      const objects = await wanted(this.plane.client, NAMESPACE);
      missing = labelsOf(objects.filter((object) => !isProgrammed(object)));
      return missing.length === 0;
    };
    const what = 'every object is in force';
    await until(look, { what, timeoutMs: 60_000 }).catch((error: unknown) => {
      throw new Error(`${what}, these are not: ${missing.join(', ')}`, { cause: error });
    });
  }

  /** Resolves when steady changes have gone through so many times more. */
  async untilChanged(times: number): Promise<void> {
    const goal = this.changes.made + times;
    await until(() => this.changes.made >= goal, { what: `${times} changes went through` });
  }

  /** Resolves when so many changes were lost, since the API server is away. */
  async untilLost(times: number): Promise<void> {
    const goal = this.changes.lost + times;
    await until(() => this.changes.lost >= goal, { what: `${times} changes are lost` });
  }

  /**
   * Breaks something in the midst of requests and changes: `strike` resolves when it is whole again. Then everything must be in force
   * soon, every gateway must run what people want and nothing else, and no request may have failed.
   */
  async under(fault: string, strike: () => Promise<void>): Promise<void> {
    this.changes.start();
    await this.untilChanged(5);
    const before = this.traffic.tally();
    const beganAt = performance.now();
    await strike();
    const endedAt = performance.now();
    await this.changes.stop();
    await this.apply('Model', 'last-word', {
      modelId: 'last-word',
      provider: 'steady',
      tags: [fault],
    });
    await this.untilProgrammed();
    const programmedAt = performance.now();
    await this.untilTrue();
    const { sent, failed } = this.traffic.tally();
    const outcome = {
      fault,
      sent: sent - before.sent,
      failed: failed - before.failed,
      lasted: (endedAt - beganAt) / 1000,
      toProgrammed: (programmedAt - endedAt) / 1000,
    };
    this.outcomes.push(outcome);
    expect(outcome).toMatchObject({ failed: 0 });
    expect(outcome.sent).toBeGreaterThan(0);
    expect(outcome.toProgrammed).toBeLessThan(30);
    expect(this.mistakes()).toEqual([]);
  }

  /** The resourceVersion of the index: another one after every commit. */
  async committed(): Promise<string> {
    const path = `/api/v1/namespaces/${NAMESPACE}/configmaps/aicp-snapshot`;
    return (await this.plane.client.ok('GET', path)).metadata.resourceVersion ?? '';
  }

  /** Resolves when an object (`models/fast`) says this about being in force: `Rejected: a replica …`. */
  async untilSaid(object: string, words: string): Promise<void> {
    const path = `/apis/aicp.dev/v1alpha1/namespaces/${NAMESPACE}/${object}`;
    let said = '';
    const look = async (): Promise<boolean> => {
      said = saidOf(await this.plane.client.ok<Stored>('GET', path));
      return said.includes(words);
    };
    await until(look, { what: `${object} says "${words}"` }).catch((error: unknown) => {
      throw new Error(`${object} does not say "${words}" but "${said}"`, { cause: error });
    });
  }

  /** The status with which a gateway answers this key. */
  async ask(gateway: number, model: string, key: string): Promise<number> {
    const answer = await fetch(`${this.installation.gatewayUrls[gateway]!}/v1/models/${model}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    await answer.body?.cancel();
    return answer.status;
  }

  /** Ends a gateway as a cluster does and starts it again, as the same pod; `meanwhile` is done while it is down. */
  async restartGateway(
    place: number,
    meanwhile: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const gateway = this.installation.gateways[place]!;
    await this.traffic.leave(place);
    await gateway.terminate();
    await meanwhile();
    gateway.start();
    await gateway.untilReady();
    this.traffic.join(place);
  }

  /** What anybody complained of, so far. */
  complaints(): LogEntry[] {
    const { operators, gateways } = this.installation;
    return [...operators, ...gateways].flatMap((replica) => replica.complaints());
  }

  /** What the operators logged as this event, over all their lives. */
  operatorLog(event: string): LogEntry[] {
    const entries = this.installation.operators.flatMap((operator) => operator.log());
    return entries.filter((entry) => entry.event === event);
  }

  /** What no fault excuses: promises that nobody held, handlers that threw. Throws where a process printed what is no log entry. */
  mistakes(): string[] {
    const { operators, gateways } = this.installation;
    const entries = [...operators, ...gateways].flatMap((replica) => replica.log());
    const found = entries.filter(({ event }) => MISTAKES.has(event));
    return [...new Set(found.map(({ event, err }) => `${event}: ${JSON.stringify(err)}`))];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.changes.stop();
    await this.traffic.stop();
    await this.resources.disposeAsync();
  }

  private async holder(): Promise<Replica | undefined> {
    const path = `/apis/coordination.k8s.io/v1/namespaces/${NAMESPACE}/leases/aicp-operator`;
    const { spec } = await this.plane.client.ok<{ spec: { holderIdentity?: string } }>('GET', path);
    return this.installation.operators.find(({ name }) => name === spec.holderIdentity);
  }

  /**
   * Resolves when every gateway runs each object that there is, as it is now, and none that there is not. That is a moment after all are
   * in force where one was removed: what is gone has no status, and the watch of its kind may be the last to come back.
   */
  private async untilTrue(): Promise<void> {
    const expected = labelsOf(await wanted(this.plane.client, NAMESPACE));
    for (const gateway of this.installation.gateways.keys()) {
      let labels: readonly string[] | undefined;
      const look = async (): Promise<boolean> => {
        labels = await servedLabels(this.installation, gateway);
        return isDeepStrictEqual(labels, expected);
      };
      const what = `gateway ${gateway} has written down that it runs what there is`;
      await until(look, { what, timeoutMs: 30_000 }).catch((error: unknown) => {
        throw new Error(`${what}: ${JSON.stringify({ labels, expected })}`, { cause: error });
      });
    }
  }
}

const MISTAKES = new Set([
  'unhandled_rejection',
  'uncaught_exception',
  'handler_failed',
  'snapshot_apply_failed',
  'snapshot_rejected',
]);
