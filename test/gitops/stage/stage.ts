import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import type { Condition } from '@aicp/crds/kit/conditions';
import { Refused } from '@aicp/test/kubernetes/control-plane/api-client';
import {
  type ControlPlane,
  startControlPlane,
} from '@aicp/test/kubernetes/control-plane/control-plane';
import { type Manifest, applyAll, pathOf } from '@aicp/test/kubernetes/control-plane/manifest';
import { until } from '@aicp/test/kubernetes/control-plane/until';
import { type Admin, startAdmin } from '@aicp/test/kubernetes/installation/admin';
import {
  type Installation,
  startInstallation,
} from '@aicp/test/kubernetes/installation/installation';
import { installCrds } from '@aicp/test/kubernetes/shared/shared-cluster';
import { readFile, copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { stringify } from 'yaml';
import { type GitopsPrograms, gitopsPrograms } from '../programs/programs.ts';

/** As the chart's own default values have it. */
export const NAMESPACE = 'aicp';
const CHART = join(import.meta.dirname, '../../chart/golden/default.yaml');

/** An object of ours as it is stored. */
export interface Live extends KubernetesObject {
  readonly spec: Record<string, unknown>;
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** `Model/quickstart-fast`. */
export type ObjectName = `${string}/${string}`;

/** A manifest of ours. Without a namespace, the tools put it where they are told to. */
export const manifest = (name: ObjectName, spec: object): Manifest => {
  const [kind = '', metadataName = ''] = name.split('/');
  return { apiVersion: 'aicp.dev/v1alpha1', kind, metadata: { name: metadataName }, spec };
};

/** A real API server with our operator, a gateway and the admin service, for tools that bring their objects from Git. */
export class GitopsStage implements AsyncDisposable {
  readonly plane: ControlPlane;
  readonly installation: Installation;
  private readonly admin: Admin;

  private constructor(plane: ControlPlane, installation: Installation, admin: Admin) {
    this.plane = plane;
    this.installation = installation;
    this.admin = admin;
  }

  static async set(): Promise<GitopsStage> {
    await using starting = new AsyncDisposableStack();
    // Argo CD deletes in the foreground, which takes a garbage collector.
    const options = { install: installCrds, controllerManager: true };
    const plane = starting.use(await startControlPlane(options));
    await plane.client.ok('POST', '/api/v1/namespaces', {
      body: { metadata: { name: NAMESPACE } },
    });
    const permissions = await readFile(CHART, 'utf8');
    const place = { plane, namespace: NAMESPACE, permissions };
    const installation = await startInstallation({ ...place, operators: 1, gateways: 1 });
    starting.use(installation);
    const admin = await startAdmin({ ...place, installation });
    starting.move();
    return new GitopsStage(plane, installation, admin);
  }

  /** Applies an object by hand. */
  async apply(object: Manifest, namespace = NAMESPACE): Promise<void> {
    await applyAll(this.plane.client, [object], { namespace, fieldManager: 'kubectl' });
  }

  /** An object as it is now; undefined where there is none. */
  async live(name: ObjectName, namespace = NAMESPACE): Promise<Live | undefined> {
    const { client } = this.plane;
    const path = await pathOf(client, manifest(name, {}), namespace);
    const { status, body } = await client.call('GET', path);
    if (status === 404) return undefined;
    if (status !== 200) throw new Refused(path, { status, body });
    return body as Live;
  }

  /** The object once a condition of it says so: `Ready` `True`, `Accepted` `ReferenceNotFound`. */
  async until(name: ObjectName, type: string, says: string): Promise<Live> {
    return await until(
      async () => {
        const live = await this.live(name);
        const found = live?.status?.conditions?.find((condition) => condition.type === type);
        return found && [found.status, found.reason].includes(says) ? live : undefined;
      },
      { what: `${type} of ${name} says ${says}` },
    );
  }

  /** Changes an object as `kubectl edit` does. */
  async edit(name: ObjectName, patch: object): Promise<void> {
    const path = await pathOf(this.plane.client, manifest(name, {}), NAMESPACE);
    await this.plane.client.ok('PATCH', path, {
      body: patch,
      contentType: 'application/merge-patch+json',
      query: { fieldManager: 'kubectl-edit' },
    });
  }

  async remove(name: ObjectName): Promise<void> {
    const path = await pathOf(this.plane.client, manifest(name, {}), NAMESPACE);
    await this.plane.client.ok('DELETE', path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.admin.replica.terminate();
    await this.installation.stop();
    await this.plane.stop();
  }
}

/** Registers a suite that needs the engines of Argo CD and Flux; where they cannot be built it is reported as skipped, with the way out. */
export async function describeGitops(
  name: string,
  register: (programs: GitopsPrograms) => void,
): Promise<void> {
  const programs = await gitopsPrograms();
  if (programs) describe(name, () => register(programs));
  else describe.skip(`${name} (skipped: install Go 1.26 to build the engines)`, () => undefined);
}

/** A folder of manifests as a Git repository would have it, for the engines to apply. */
export class Repository implements AsyncDisposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** With the YAML files of an example. */
  static async from(example: string): Promise<Repository> {
    const repository = new Repository(await mkdtemp(join(tmpdir(), 'aicp-gitops-')));
    await repository.add(example);
    return repository;
  }

  /** Adds the YAML files of an example. */
  async add(example: string): Promise<void> {
    for (const name of await readdir(example)) {
      if (name.endsWith('.yaml')) await copyFile(join(example, name), join(this.folder, name));
    }
  }

  /** Adds a manifest, or replaces it. */
  async write(file: string, object: object): Promise<void> {
    await writeFile(join(this.folder, file), stringify(object));
  }

  async remove(file: string): Promise<void> {
    await rm(join(this.folder, file));
  }

  /** Leaves an empty folder. */
  async clear(): Promise<void> {
    for (const name of await readdir(this.folder)) await this.remove(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}

/** Where the tests of `ownerOf` find what each writer left, as it really was. */
const FIXTURES = join(
  import.meta.dirname,
  '../../../services/common/src/kubernetes/testing/written-by.json',
);

/** Expects that a writer left what is recorded of it; with AICP_RECORD_WRITERS=1, records it. */
export async function expectRecorded(writer: string, marks: object): Promise<void> {
  const recorded = JSON.parse(await readFile(FIXTURES, 'utf8')) as Record<string, object>;
  if (process.env['AICP_RECORD_WRITERS'] === '1') {
    await writeFile(FIXTURES, `${JSON.stringify({ ...recorded, [writer]: marks }, null, 2)}\n`);
    return;
  }
  expect(marks).toEqual(recorded[writer]);
}

/** What a writer left on an object, without what differs each time: uid, version, moments and the fields that it set. */
export function marksOn({ metadata }: { readonly metadata: object }): object {
  const { name, namespace, labels, annotations, managedFields } = metadata as Metadata;
  const managers = managedFields.map(({ manager, operation, apiVersion, subresource }) => ({
    manager,
    operation,
    apiVersion,
    subresource,
  }));
  const order = managers.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { metadata: { name, namespace, labels, annotations, managedFields: order } };
}

interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly managedFields: readonly {
    readonly manager: string;
    readonly operation: string;
    readonly apiVersion: string;
    readonly subresource?: string;
  }[];
}
