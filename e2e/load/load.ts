import { join } from 'node:path';
import { until } from '@aicp/test/kubernetes/control-plane/until';
import type { Installed } from '../installed/installed.ts';
import { countsSchema, difference, NOTHING, type Counts } from './figures.ts';

/** How many more requests have to have been sent until an event is over, so that its aftermath is seen. */
const AFTERMATH = 300;
const SCRIPT = join(import.meta.dirname, 'client.ts');

/** A pod that asks the gateway through its Service all the time, as a client inside the cluster would. */
export class Load {
  private readonly installed: Installed;
  private readonly namespace: string;

  private constructor(installed: Installed, namespace: string) {
    this.installed = installed;
    this.namespace = namespace;
  }

  /** Starts it in a namespace of its own, and resolves once it has answers. */
  static async start(installed: Installed, namespace: string): Promise<Load> {
    const load = new Load(installed, namespace);
    await installed.kubectl(
      'create',
      'configmap',
      'load',
      `--from-file=${SCRIPT}`,
      '--namespace',
      namespace,
    );
    await installed.apply(await pod(installed, namespace));
    await until(async () => (await load.counts()).answered > 0, {
      what: 'the load has answers',
      timeoutMs: 60_000,
      everyMs: 500,
    });
    return load;
  }

  /** What happened to requests from before `work` until some time after it. */
  async during(work: () => Promise<void>): Promise<Counts> {
    const before = await this.counts();
    await work();
    const enough = (await this.counts()).sent + AFTERMATH;
    const after = await until(
      async () => {
        const counts = await this.counts();
        return counts.sent >= enough && counts;
      },
      { what: 'requests go on', timeoutMs: 60_000, everyMs: 300 },
    );
    return difference(before, after);
  }

  private async counts(): Promise<Counts> {
    const { installed, namespace } = this;
    const line = await installed.kubectl('logs', 'load', '--tail=1', '--namespace', namespace);
    return line === '' ? NOTHING : countsSchema.parse(JSON.parse(line));
  }
}

async function pod(installed: Installed, namespace: string): Promise<object> {
  const { image, url } = installed;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'load', namespace },
    spec: {
      automountServiceAccountToken: false,
      terminationGracePeriodSeconds: 0,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 65532,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      containers: [
        {
          name: 'load',
          image,
          imagePullPolicy: 'Never',
          command: ['node', '/load/client.ts'],
          env: [
            { name: 'GATEWAY_URL', value: `${url}/v1/chat/completions` },
            { name: 'AICP_KEY', value: await installed.key() },
          ],
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: { requests: { cpu: '50m', memory: '64Mi' }, limits: { memory: '256Mi' } },
          volumeMounts: [{ name: 'load', mountPath: '/load' }],
        },
      ],
      volumes: [{ name: 'load', configMap: { name: 'load' } }],
    },
  };
}
