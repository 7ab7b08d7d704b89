import { randomBytes } from 'node:crypto';
import { until } from '@aicp/test/kubernetes/control-plane/until';
import { z } from 'zod';
import type { Cluster } from '../drivers/cluster.ts';
import { usageRecord, type UsageRecord } from '@aicp/contracts/usage/usage-record';

export const NAMESPACE = 'aicp';

/** A pod, as far as the tests look at it. */
const podSchema = z.object({
  metadata: z.object({ name: z.string(), deletionTimestamp: z.string().optional() }),
  status: z.object({
    phase: z.string(),
    conditions: z.array(z.object({ type: z.string(), status: z.string() })).default([]),
    containerStatuses: z
      .array(z.object({ containerID: z.string().optional(), restartCount: z.int() }))
      .default([]),
  }),
});
export type Pod = z.output<typeof podSchema>;

export const isReady = ({ metadata, status }: Pod): boolean =>
  metadata.deletionTimestamp === undefined &&
  status.conditions.some(({ type, status: value }) => type === 'Ready' && value === 'True');

/** An installation of the chart on a cluster, as an administrator with kubectl and helm sees it. */
export class Installed {
  readonly cluster: Cluster;
  /** Name and tag of the image that the pods run. */
  readonly image: string;
  /** The gateway's Service, as pods of any namespace call it. */
  readonly url = `http://aicp-gateway.${NAMESPACE}.svc:4000`;

  constructor(cluster: Cluster, image: string) {
    this.cluster = cluster;
    this.image = image;
  }

  /** What a bash script prints, run in the root of the repository. Rejects with what it says where it fails. */
  async script(script: string): Promise<string> {
    const { code, stdout, stderr } = await this.cluster.shell(script);
    if (code !== 0) throw new Error(`${script}\nended with ${code}:\n${stderr || stdout}`);
    return stdout.trim();
  }

  /** What kubectl prints, in the installation's namespace where none is named. */
  async kubectl(...args: readonly string[]): Promise<string> {
    const place = args.includes('--namespace') ? [] : ['--namespace', NAMESPACE];
    return await this.script(['kubectl', ...place, ...args].map(quoted).join(' '));
  }

  async apply(...objects: readonly object[]): Promise<void> {
    const end = `end-${randomBytes(4).toString('hex')}`;
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
    await this.script(`kubectl apply -f - <<'${end}'\n${list}\n${end}`);
  }

  /** What the release does on helm's word, waited for. */
  async helm(...args: readonly string[]): Promise<string> {
    return await this.script(['helm', '--namespace', NAMESPACE, ...args].map(quoted).join(' '));
  }

  /** The pods of one service, or all. */
  async pods(component?: 'gateway' | 'operator'): Promise<Pod[]> {
    const select = component ? ['--selector', `app.kubernetes.io/component=${component}`] : [];
    const list = JSON.parse(
      await this.kubectl('get', 'pods', ...select, '--output=json'),
    ) as object;
    return z.object({ items: z.array(podSchema) }).parse(list).items;
  }

  /** Resolves once there are `count` pods of a service, all ready. */
  async untilReady(component: 'gateway' | 'operator', count = 2): Promise<void> {
    const allReady = async () => {
      const pods = await this.pods(component);
      return pods.length === count && pods.every(isReady);
    };
    const what = `${count} pods of the ${component} are ready`;
    await until(allReady, { what, timeoutMs: 120_000, everyMs: 500 });
  }

  /** SIGKILL to a pod's container, and the wait until the kubelet has noticed. */
  async kill({ metadata: { name }, status: { containerStatuses } }: Pod): Promise<void> {
    const [container] = containerStatuses;
    await this.cluster.killContainer(container?.containerID?.replace('containerd://', '') ?? '');
    const restarts = async () => {
      const now = (await this.pods()).find((pod) => pod.metadata.name === name);
      return (now?.status.containerStatuses[0]?.restartCount ?? 0) > (container?.restartCount ?? 0);
    };
    await until(restarts, { what: `${name} starts again`, timeoutMs: 60_000, everyMs: 300 });
  }

  /** The administrator's key, which the operator makes once. */
  async key(): Promise<string> {
    const data = await this.kubectl(
      'get',
      'secret',
      'aicp-admin-key',
      '--output=jsonpath={.data.key}',
    );
    return Buffer.from(data, 'base64').toString();
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Runs in the gateway's container, with the gateway's own reader. */
const READ = `
import { readUsage } from '/app/services/gateway/src/usage/journal/read-usage.ts';
for await (const record of readUsage('/var/lib/aicp/journal')) process.stdout.write(JSON.stringify(record) + '\\n');
`;

/** All usage records in the journals of the gateways that run. */
export async function usageRecords(installed: Installed): Promise<UsageRecord[]> {
  const records: UsageRecord[] = [];
  for (const { metadata } of await installed.pods('gateway')) {
    const node = ['node', '--input-type=module', '--eval', READ];
    const lines = await installed.kubectl('exec', metadata.name, '--', ...node);
    for (const line of lines.split('\n').filter(Boolean)) {
      records.push(usageRecord.parse(JSON.parse(line)));
    }
  }
  return records;
}
