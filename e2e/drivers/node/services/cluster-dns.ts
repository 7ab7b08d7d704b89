import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '@aicp/test/kubernetes/control-plane/api-client';
import { TestProcess } from '@aicp/test/kubernetes/control-plane/test-process';
import type { DaemonOptions } from '../machine/machine.ts';

const EVERY_MS = 300;

interface Service {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: { readonly clusterIP?: string };
}

/** Names of Services with an address of their own, for pods: dnsmasq with a list that is kept up to date. End it before the API server. */
export class ClusterDns {
  private readonly stopped = new AbortController();
  private readonly list: string;
  private readonly server: TestProcess;
  private readonly client: ApiClient;
  private readonly following: Promise<void>;

  constructor({ machine, reaper, client }: DaemonOptions & { readonly client: ApiClient }) {
    this.client = client;
    this.list = join(machine.folder, 'services.hosts');
    const flags = [
      '--keep-in-foreground',
      '--user=root',
      '--no-resolv',
      '--no-hosts',
      `--addn-hosts=${this.list}`,
      `--listen-address=${machine.network.there}`,
      '--bind-interfaces',
      '--local=/cluster.local/',
      '--pid-file=',
      '--conf-file=/dev/null',
    ];
    // Not inside, where it would have another process's number, and we could not tell it to read again. It dies of that until it
    // listens, unless it is told not to.
    const script = 'trap "" HUP; exec dnsmasq "$@"';
    const [command, ...args] = machine.behindTheCable(['sh', '-c', script, 'dnsmasq', ...flags]);
    this.server = new TestProcess({
      name: 'dnsmasq',
      command,
      args,
      folder: machine.folder,
      environment: { PATH: process.env['PATH'] },
      reaper,
    });
    this.following = this.follow();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.following;
    await this.server.kill();
  }

  private async follow(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      await writeFile(this.list, await this.hosts());
      if (this.server.isRunning) process.kill(this.server.pid, 'SIGHUP');
      await delay(EVERY_MS);
    }
  }

  private async hosts(): Promise<string> {
    const { items } = await this.client.ok<{ items: Service[] }>('GET', '/api/v1/services');
    const lines = items.flatMap(({ metadata: { name, namespace }, spec: { clusterIP } }) =>
      clusterIP === undefined || clusterIP === 'None'
        ? []
        : [`${clusterIP} ${name}.${namespace}.svc.cluster.local\n`],
    );
    return lines.toSorted().join('');
  }
}
