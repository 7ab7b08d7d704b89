import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ownerOf } from '@aicp/common/kubernetes/ownership';
import { Kubectl } from '@aicp/test/contract/kubectl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { binaries } from '../kubernetes/binaries/binaries.ts';
import {
  GitopsStage,
  manifest,
  NAMESPACE,
  type ObjectName,
  expectRecorded,
  marksOn,
} from './stage/stage.ts';

const run = promisify(execFile);

let stage: GitopsStage;
let kubectl: Kubectl;
let folder: string;

beforeAll(async () => {
  stage = await GitopsStage.set();
  kubectl = await Kubectl.open(stage.plane.adminKubeconfigPath, NAMESPACE);
  folder = await mkdtemp(join(tmpdir(), 'aicp-ownership-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await kubectl.close();
  await stage[Symbol.asyncDispose]();
});

const provider = (name: string) => manifest(`Provider/${name}`, { type: 'simulated' });

/** The object once the operator has written its status, too. */
async function settled(name: ObjectName) {
  const live = await stage.until(name, 'Ready', 'True');
  return { owner: ownerOf(live), marks: marksOn(live) };
}

/** What the three tools leave is looked at where they keep objects. */
describe('an object', () => {
  it.each([
    ['kubectl-apply', ['apply', '-f']],
    ['kubectl-server-side', ['apply', '--server-side', '-f']],
    ['kubectl-create', ['create', '-f']],
  ])('that is written by %s belongs to a hand', async (writer, command) => {
    await kubectl.say(...command, await kubectl.file(writer, provider(writer)));
    const { owner, marks } = await settled(`Provider/${writer}`);
    expect(owner).toEqual({ managedBy: 'kubectl', readOnly: false, owner: undefined });
    await expectRecorded(writer, marks);
  });

  it('that comes with a release of Helm belongs to it', async () => {
    const templates = join(folder, 'templates');
    await mkdir(templates);
    await writeFile(join(folder, 'Chart.yaml'), 'apiVersion: v2\nname: objects\nversion: 1.0.0\n');
    const object = provider('helm');
    const labels = { 'app.kubernetes.io/managed-by': '{{ .Release.Service }}' };
    const metadata = { ...object.metadata, labels };
    await writeFile(join(templates, 'provider.yaml'), stringify({ ...object, metadata }));
    const { helm } = await binaries(['helm']);
    const kubeconfig = stage.plane.adminKubeconfigPath;
    await run(helm, ['install', 'objects', folder, '-n', NAMESPACE, '--kubeconfig', kubeconfig]);
    const { owner, marks } = await settled('Provider/helm');
    expect(owner).toEqual({ managedBy: 'helm', readOnly: true, owner: 'release aicp/objects' });
    await expectRecorded('helm', marks);
  });

  it('that the admin API makes belongs to it', async () => {
    const path = `/apis/aicp.dev/v1alpha1/namespaces/${NAMESPACE}/providers`;
    const query = { fieldManager: 'aicp-admin' };
    await stage.plane.client.ok('POST', path, { body: provider('admin'), query });
    const { owner, marks } = await settled('Provider/admin');
    expect(owner).toEqual({ managedBy: 'api', readOnly: false, owner: undefined });
    await expectRecorded('admin', marks);
  });

  it('that the operator makes at the start belongs to the system', async () => {
    const { owner, marks } = await settled('ControlPlane/default');
    expect(owner).toEqual({ managedBy: 'system', readOnly: false, owner: undefined });
    await expectRecorded('operator', marks);
  });
});
