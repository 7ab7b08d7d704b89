import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownerOf } from '@aicp/common/kubernetes/ownership';
import { kindNamed } from '@aicp/crds/kinds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import type { GitopsPrograms } from './programs/programs.ts';
import {
  ARGOCD_APPLICATION,
  type Engine,
  type EngineOptions,
  FLUX_KUSTOMIZATION,
  argocd,
  flux,
} from './stage/engine.ts';
import {
  Repository,
  GitopsStage,
  type Live,
  NAMESPACE,
  type ObjectName,
  describeGitops,
  manifest,
  expectRecorded,
  marksOn,
} from './stage/stage.ts';

const QUICKSTART = join(import.meta.dirname, '../../examples/quickstart');
const NAMES = [
  'Model/quickstart-fast',
  'Model/quickstart-smart',
  'Provider/quickstart',
  'RoutingPolicy/quickstart-batch',
] as const;

/** Of almost every kind that there is, but of those that an engine of workflows acts on: there is none here, and they would wait for it. */
const GOVERNANCE = join(import.meta.dirname, '../../examples/governance');
const GOVERNANCE_OBJECTS = readdirSync(GOVERNANCE)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) => parseAllDocuments(readFileSync(join(GOVERNANCE, file), 'utf8')))
  .map((document) => document.toJS() as { kind: string; metadata: { name: string } })
  .filter(({ kind }) => kind !== 'WorkflowTemplate');
const GOVERNANCE_NAMES = GOVERNANCE_OBJECTS.map(
  ({ kind, metadata }): ObjectName => `${kind}/${metadata.name}`,
).toSorted();

/** Whether a service acts on objects of that kind. */
const isEnforced = (name: string): boolean => {
  const [kind = ''] = name.split('/');
  return kindNamed(kind).enforcedBy.length > 0;
};

interface Tool {
  readonly engine: (options: EngineOptions) => Engine;
  readonly program: keyof GitopsPrograms;
  /** The file that tells the tool what to do, written into a folder where it is not the example itself. */
  readonly settings: (folder: string) => Promise<string>;
  readonly owner: string;
  /** Under which name the tests of ownership know what it wrote. */
  readonly fixture: string;
}

const TOOLS: Record<string, Tool> = {
  'Argo CD': {
    engine: argocd,
    program: 'argocd',
    owner: 'Application aicp-objects',
    settings: () => Promise.resolve(ARGOCD_APPLICATION),
    fixture: 'argocd-server-side',
  },
  'Argo CD that applies as kubectl does': {
    engine: argocd,
    program: 'argocd',
    owner: 'Application aicp-objects',
    settings: applicationWithoutOptions,
    fixture: 'argocd-client-side',
  },
  Flux: {
    engine: flux,
    program: 'flux',
    owner: 'Kustomization flux-system/aicp-objects',
    settings: () => Promise.resolve(FLUX_KUSTOMIZATION),
    fixture: 'flux',
  },
};

/** The example's Application but for its sync options. */
async function applicationWithoutOptions(folder: string): Promise<string> {
  const application = parse(await readFile(ARGOCD_APPLICATION, 'utf8')) as {
    spec: { syncPolicy: { syncOptions?: string[] } };
  };
  delete application.spec.syncPolicy.syncOptions;
  const path = join(folder, 'application.yaml');
  await writeFile(path, stringify(application));
  return path;
}

await describeGitops('objects from Git', (programs) => {
  let stage: GitopsStage;

  beforeAll(async () => {
    stage = await GitopsStage.set();
  });

  afterAll(async () => {
    await stage[Symbol.asyncDispose]();
  });

  const allLive = async (names: readonly ObjectName[] = NAMES): Promise<Live[]> => {
    const found = await Promise.all(names.map((name) => stage.live(name)));
    return found.filter((live) => live !== undefined);
  };

  /** One story a tool, each step on what the step before left. */
  describe.each(Object.entries(TOOLS))('%s', (_, tool) => {
    let repository: Repository;
    let folder: string;
    let engine: Engine;

    beforeAll(async () => {
      repository = await Repository.from(QUICKSTART);
      folder = await mkdtemp(join(tmpdir(), 'aicp-gitops-'));
      engine = tool.engine({
        program: programs[tool.program],
        kubeconfig: stage.plane.adminKubeconfigPath,
        namespace: NAMESPACE,
        manifests: repository.folder,
        settings: await tool.settings(folder),
        folder,
      });
    });

    afterAll(async () => {
      await repository[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    });

    const verdictOn = async (name: string) => {
      const { isHealthy, objects } = await engine.sync();
      return { isHealthy, verdict: objects.find(({ object }) => object === name) };
    };

    it('applies the example and sees all of it in force', async () => {
      const { isHealthy, objects } = await engine.sync();
      const { healthy } = engine.words;
      const statuses = objects.map(({ object, status }) => `${object} ${status}`).toSorted();
      expect(statuses).toEqual(NAMES.map((name) => `${name} ${healthy}`));
      expect(isHealthy).toBe(true);
    });

    it('finds nothing to change in what the operator and defaults added', async () => {
      expect(await engine.drift()).toEqual([]);
      const before = await allLive();
      await engine.sync();
      const versions = (objects: Live[]) =>
        objects.map(({ metadata }) => [metadata.name, metadata.resourceVersion]);
      expect(versions(await allLive())).toEqual(versions(before));
    });

    it('is known as the owner of what it applied', async () => {
      const owners = (await allLive()).map((live) => ownerOf(live));
      const expected = { managedBy: engine.name, readOnly: true, owner: tool.owner };
      expect(owners).toEqual(NAMES.map(() => expected));
      const marks = marksOn((await stage.live('Provider/quickstart'))!);
      await expectRecorded(tool.fixture, marks);
    });

    it('sees a wrong object as failed, with the words of the operator', async () => {
      const twin = { modelId: 'quickstart/fast', provider: 'quickstart' };
      await repository.write('twin.yaml', manifest('Model/twin', twin));
      const { isHealthy, verdict } = await verdictOn('Model/twin');
      const live = await stage.until('Model/twin', 'Stalled', 'Conflicted');
      const words = live.status!.conditions!.find(({ type }) => type === 'Stalled')!.message;
      expect(words).toContain('quickstart-fast');
      expect(verdict).toMatchObject({ status: engine.words.failed });
      expect(verdict?.message).toContain(words);
      expect(isHealthy).toBe(false);
    });

    it('removes what leaves Git', async () => {
      await repository.remove('twin.yaml');
      const { isHealthy, changes } = await engine.sync();
      expect(changes).toContainEqual(
        expect.objectContaining({ object: 'Model/twin', action: engine.words.pruned }),
      );
      expect(await stage.live('Model/twin')).toBeUndefined();
      expect(isHealthy).toBe(true);
    });

    it('does not wait for an object that no service acts on', async () => {
      const spec = { entityType: 'global', monthlyLimit: 5 };
      await stage.edit('ControlPlane/default', { spec: { features: { costTracking: false } } });
      await repository.write('uncounted.yaml', manifest('Budget/uncounted', spec));
      const { isHealthy } = await verdictOn('Budget/uncounted');
      await stage.until('Budget/uncounted', 'Ready', 'NotEnforced');
      expect(isHealthy).toBe(true);
      await repository.remove('uncounted.yaml');
      await stage.edit('ControlPlane/default', { spec: { features: { costTracking: true } } });
    });

    it('puts back what a hand changed', async () => {
      await stage.edit('Provider/quickstart', { spec: { simulation: { latencyMs: 999 } } });
      const drifted = (await engine.drift()).map(({ object }) => object);
      expect(drifted).toContain('Provider/quickstart');
      await engine.sync();
      const provider = await stage.live('Provider/quickstart');
      expect(provider?.spec).toMatchObject({ simulation: { latencyMs: 50 } });
      expect(await engine.drift()).toEqual([]);
    });

    it('removes everything when Git is empty', async () => {
      await repository.clear();
      await engine.sync();
      await expect.poll(() => allLive(), { timeout: 60_000 }).toEqual([]);
    });

    it('brings the example of governance, and finds nothing to change in it', async () => {
      for (const [index, object] of GOVERNANCE_OBJECTS.entries()) {
        await repository.write(`governance-${index}.yaml`, object);
      }
      const { isHealthy, objects } = await engine.sync();
      expect(objects.map(({ object }) => object).toSorted()).toEqual(GOVERNANCE_NAMES);
      expect(isHealthy).toBe(true);
      // Of the rest, Flux's own library says that it is under way.
      const enforced = objects.filter(({ object }) => isEnforced(object));
      expect(enforced.filter(({ status }) => status !== engine.words.healthy)).toEqual([]);
      expect(enforced.map(({ object }) => object)).toContain('PromptTemplate/ticket-summary');
      expect(await engine.drift()).toEqual([]);
      await repository.clear();
      await engine.sync();
      // Those that own others go once these are gone.
      await expect.poll(() => allLive(GOVERNANCE_NAMES), { timeout: 60_000 }).toEqual([]);
    });
  });
});
