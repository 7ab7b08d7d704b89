import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, say, type Ran } from '@aicp/e2e/commands/run';
import type { Cluster, Driver, DriverOptions } from '../cluster.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PROGRAMS = ['docker', 'kind', 'kubectl', 'helm'];

/** With Docker and kind, as the README says. */
export const kindDriver: Driver = { name: 'kind', obstacles, start };

async function obstacles(): Promise<string[]> {
  const found = await run(['bash', '-c', `type -P ${PROGRAMS.join(' ')}`]);
  if (found.code !== 0) return [`these are needed: ${PROGRAMS.join(', ')}`];
  return (await run(['docker', 'info'])).code === 0 ? [] : ['Docker does not run, or not for us'];
}

async function start({ image, step }: DriverOptions): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'aicp-kind-'));
  const name = `aicp-e2e-${randomBytes(3).toString('hex')}`;
  const cluster = new KindCluster(folder, name);
  try {
    const create = ['create', 'cluster', '--name', name, '--kubeconfig', cluster.kubeconfig];
    await step('node ready', async () => await say(['kind', ...create, '--wait=120s']));
    await step('image built', async () => await say(['make', 'image'], { folder: ROOT }));
    const load = ['load', 'docker-image', image, '--name', name] as const;
    await step('image loaded', async () => await say(['kind', ...load]));
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

class KindCluster implements Cluster {
  readonly kubeconfig: string;
  private readonly folder: string;
  private readonly name: string;

  constructor(folder: string, name: string) {
    this.kubeconfig = join(folder, 'kubeconfig');
    this.folder = folder;
    this.name = name;
  }

  async shell(script: string): Promise<Ran> {
    const env = { ...process.env, KUBECONFIG: this.kubeconfig };
    return await run(['bash', '-euo', 'pipefail', '-c', script], { env, folder: ROOT });
  }

  async killContainer(id: string): Promise<void> {
    const ctr = ['ctr', '--namespace', 'k8s.io', 'tasks', 'kill', '--signal', 'SIGKILL', id];
    await say(['docker', 'exec', `${this.name}-control-plane`, ...ctr]);
  }

  async lastWords(): Promise<string> {
    const node = `${this.name}-control-plane`;
    return (await run(['docker', 'exec', node, 'journalctl', '--unit=kubelet', '--lines=40']))
      .stdout;
  }

  async stop(): Promise<void> {
    await say(['kind', 'delete', 'cluster', '--name', this.name]);
    await rm(this.folder, { recursive: true });
  }
}
