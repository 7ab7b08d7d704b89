import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Reaper, TestProcess } from '../kubernetes/control-plane/test-process.ts';
import type { Container } from './manifests.ts';

const ENTRY = join(import.meta.dirname, '../../images/main.ts');

export interface ProcessPodOptions {
  readonly name: string;
  readonly namespace: string;
  /** Takes the place of the container's root: `/var/run/aicp/tls` becomes `<folder>/var/run/aicp/tls`. */
  readonly folder: string;
  readonly reaper: Reaper;
}

/** A pod of a service that takes snapshots: where it stands in the manifests, its port and the path that says whether it is ready. */
export interface ServicePod {
  readonly id: string;
  readonly port: number;
  readonly ready: string;
  readonly more?: Readonly<Record<string, string>>;
}

interface FieldEnvironment {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly fieldRef: { readonly fieldPath: string } };
}

/** A pod whose containers run as processes on this machine: arguments and environment from the manifest, files in a folder. */
export class ProcessPod {
  readonly name: string;
  private readonly options: ProcessPodOptions;

  constructor(options: ProcessPodOptions) {
    this.name = options.name;
    this.options = options;
  }

  /** Where a path of the container stands; its folder is there. */
  path(path: string): string {
    const there = join(this.options.folder, this.name, path);
    mkdirSync(join(there, '..'), { recursive: true });
    return there;
  }

  /** Starts a container. `overrides` is what a pod of its own network would not need: ports and addresses. */
  start(container: Container, overrides: Readonly<Record<string, string>>): TestProcess {
    const { folder, reaper } = this.options;
    for (const { mountPath } of container.volumeMounts ?? []) {
      mkdirSync(this.path(mountPath), { recursive: true });
    }
    return new TestProcess({
      name: `${this.name}-${container.name}`,
      command: process.execPath,
      // The image's own command is `node` and the entry point; a container that names one gives Node.js options in between.
      args: [...(container.command ?? []).slice(1, -1), ENTRY, ...(container.args ?? [])],
      environment: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        ...this.environment(container),
        ...overrides,
      },
      folder,
      reaper,
    });
  }

  /** Runs a container to its end. Rejects with its last words where it fails. */
  async run(container: Container, overrides: Readonly<Record<string, string>>): Promise<void> {
    const child = this.start(container, overrides);
    if ((await child.ended) !== 0) throw new Error(child.lastWords());
  }

  private environment(container: Container): Record<string, string> {
    const variables = (container.env ?? []) as readonly FieldEnvironment[];
    return Object.fromEntries(
      variables.map(({ name, value, valueFrom }) => [
        name,
        value === undefined ? this.field(valueFrom?.fieldRef.fieldPath) : this.local(value),
      ]),
    );
  }

  private local(value: string): string {
    return value.startsWith('/var/') ? this.path(value) : value;
  }

  private field(path: string | undefined): string {
    if (path === 'metadata.name') return this.name;
    if (path === 'metadata.namespace') return this.options.namespace;
    if (path === 'status.podIP') return '127.0.0.1';
    throw new Error(`no field ${path ?? ''} of a pod is known here`);
  }
}
