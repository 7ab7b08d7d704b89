import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '@aicp/test/kubernetes/control-plane/api-client';
import { TestProcess } from '@aicp/test/kubernetes/control-plane/test-process';
import { until } from '@aicp/test/kubernetes/control-plane/until';
import type { DaemonOptions } from '../../machine/machine.ts';
import { NameServer } from './name-server.ts';
import { ServiceNames } from './service-names.ts';

/** Names of Services with an address of their own, for pods: dnsmasq with a list that is kept up to date. End it before the API server. */
export class ClusterDns {
  private readonly server: NameServer;
  private readonly names: ServiceNames;

  constructor({ machine, reaper, client }: DaemonOptions & { readonly client: ApiClient }) {
    const list = join(machine.folder, 'services.hosts');
    // Not inside, where it would have another process's number, and we could not tell it to read again.
    const [command, ...args] = machine.behindTheCable([
      'dnsmasq',
      '--keep-in-foreground',
      '--log-facility=-',
      '--user=root',
      '--no-resolv',
      '--no-hosts',
      `--addn-hosts=${list}`,
      `--listen-address=${machine.network.there}`,
      '--bind-interfaces',
      '--local=/cluster.local/',
      '--pid-file=',
      '--conf-file=/dev/null',
    ]);
    const environment = { PATH: process.env['PATH'] };
    const { folder } = machine;
    const dnsmasq = { name: 'dnsmasq', command, args, folder, environment, reaper };
    this.server = new NameServer({ list, start: () => new TestProcess(dnsmasq) });
    this.names = new ServiceNames({
      client,
      serve: async (hosts) => await this.server.serve(hosts),
      say: (line) => process.stderr.write(`${line}\n`),
      sleep: async (ms, signal) => await delay(ms, undefined, { signal }),
    });
    this.names.start();
  }

  /** Resolves once it answers. */
  async untilServing(): Promise<void> {
    const what = 'the DNS of the cluster answers';
    await until(() => this.server.isServing, { what }).catch((error: unknown) => {
      throw new Error(`no DNS in the cluster:\n${this.server.lastWords()}`, { cause: error });
    });
  }

  async stop(): Promise<void> {
    await this.names.stop();
    await this.server.stop();
  }
}
