import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Reaper, TestProcess, asFlags } from './test-process.ts';

export interface EtcdOptions {
  readonly program: string;
  readonly folder: string;
  readonly ports: { readonly etcd: number; readonly etcdPeer: number };
  readonly reaper: Reaper;
}

/** A state of etcd that it can be put back to. */
export interface EtcdSnapshot {
  readonly folder: string;
}

/** One member of etcd on loopback, without fsync: its data is worth nothing after the machine, and all after the process. */
export class Etcd {
  readonly url: string;
  private readonly options: EtcdOptions;
  private readonly data: string;
  private process: TestProcess;

  constructor(options: EtcdOptions) {
    this.options = options;
    this.url = `http://127.0.0.1:${options.ports.etcd}`;
    this.data = join(options.folder, 'etcd');
    this.process = this.start();
  }

  get current(): TestProcess {
    return this.process;
  }

  /** Copies the data as it stands at one instant: etcd is stopped meanwhile, so the copy is what a power cut would leave. */
  async snapshot(): Promise<EtcdSnapshot> {
    const folder = await mkdtemp(join(this.options.folder, 'snapshot-'));
    try {
      await this.process.pause();
      await cp(this.data, folder, { recursive: true });
    } finally {
      this.process.resume();
    }
    return { folder };
  }

  /** Puts an older state in the place of the present one. The API server must be down, as in a restore of a real cluster. */
  async restore({ folder }: EtcdSnapshot): Promise<void> {
    await this.process.kill();
    await rm(this.data, { recursive: true });
    await cp(folder, this.data, { recursive: true });
    this.process = this.start();
  }

  /** Kills it, and starts it again on the same data. */
  async restart(): Promise<void> {
    await this.process.kill();
    this.process = this.start();
  }

  private start(): TestProcess {
    const { program, folder, ports, reaper } = this.options;
    const peer = `http://127.0.0.1:${ports.etcdPeer}`;
    const flags = {
      name: 'test',
      'data-dir': this.data,
      'listen-client-urls': this.url,
      'advertise-client-urls': this.url,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': `test=${peer}`,
      'log-level': 'warn',
      'unsafe-no-fsync': 'true',
    };
    return new TestProcess({
      name: 'etcd',
      command: program,
      args: asFlags(flags),
      folder,
      reaper,
    });
  }
}
