import { until } from '@aicp/test/kubernetes/control-plane/until';
import { join } from 'node:path';
import { z } from 'zod';
import type { Installed } from '../installed/installed.ts';

/** What a run measured, said while it goes on and as a table at its end. */
export class Figures {
  private readonly rows: [string, string][] = [];
  private readonly say: (line: string) => void;

  constructor(say: (line: string) => void) {
    this.say = say;
  }

  add(what: string, value: string): void {
    this.rows.push([what, value]);
    this.say(`${what}: ${value}`);
  }

  /** Does a piece of work and tells how long it took. */
  readonly step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const result = await work();
    this.add(what, `${((performance.now() - started) / 1000).toFixed(1)} s`);
    return result;
  };

  /** What an event cost requests. */
  requests(event: string, counts: Counts): void {
    const { sent, failed, lostConnections, wrong } = counts;
    const why = lostConnections + failed > 0 ? ` ${JSON.stringify(wrong)}` : '';
    const value = `${sent} requests, ${failed} failed, ${lostConnections} connections lost and tried again${why}`;
    this.add(event, value);
  }

  table(): string {
    const width = Math.max(...this.rows.map(([what]) => what.length));
    return this.rows.map(([what, value]) => `${what.padEnd(width)}  ${value}`).join('\n');
  }
}

/** What happened to requests, as the client in the pod says it. */
export const countsSchema = z.object({
  /** Requests, however often tried. */
  sent: z.int(),
  /** With 200 and, a stream, to its end. */
  answered: z.int(),
  /** Answered otherwise, or not after all retries. */
  failed: z.int(),
  /** Tries that ended with the connection and not with an answer. */
  lostConnections: z.int(),
  /** How often what went wrong. */
  wrong: z.record(z.string(), z.int()),
});
export type Counts = z.output<typeof countsSchema>;

export const NOTHING: Counts = { sent: 0, answered: 0, failed: 0, lostConnections: 0, wrong: {} };

/** What came to `before` until `after`. */
export function difference(before: Counts, after: Counts): Counts {
  const wrong = Object.entries(after.wrong)
    .map(([what, count]): [string, number] => [what, count - (before.wrong[what] ?? 0)])
    .filter(([, count]) => count > 0);
  return {
    sent: after.sent - before.sent,
    answered: after.answered - before.answered,
    failed: after.failed - before.failed,
    lostConnections: after.lostConnections - before.lostConnections,
    wrong: Object.fromEntries(wrong),
  };
}

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
