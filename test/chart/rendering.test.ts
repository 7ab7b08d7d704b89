import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { adminEnvironment } from '@aicp/admin/config';
import { budgetEnvironment } from '@aicp/budget/config';
import { costEnvironment } from '@aicp/cost/config';
import { workflowEnvironment } from '@aicp/workflow/config';
import { gatewayEnvironment } from '@aicp/gateway/config/config';
import {
  telemetryEnvironment,
  telemetrySettings,
} from '@aicp/gateway/telemetry/settings/telemetry-settings';
import { certificatesEnvironment } from '@aicp/operator/certificates/environment';
import { operatorEnvironment } from '@aicp/operator/environment';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ZodObject } from 'zod';
import { VERSIONS } from '../kubernetes/binaries/programs.ts';
import { CHART, CRD_CHART } from './helm.ts';
import {
  type Container,
  containersOf,
  idOf,
  manifestNamed,
  manifestsOf,
  podOf,
} from './manifests.ts';
import { KUBERNETES_FILE, SCHEMA_LOCATION, writeSchemas } from './schemas/files.ts';
import { describeCharts, valueSets } from './suite.ts';

const golden = join(import.meta.dirname, 'golden');

/** The CRDs are generated, and compared with the kinds elsewhere. */
const withoutCrds = (rendered: string): string =>
  rendered
    .split(/^---\n/m)
    .filter((document) => !document.includes('\nkind: CustomResourceDefinition\n'))
    .join('---\n');

await describeCharts('the charts', ({ helm }) => {
  it.each([CRD_CHART, CHART])('pass `helm lint --strict` (%#)', async (chart) => {
    expect(await helm.lint(chart)).toContain('0 chart(s) failed');
  });

  it.each(valueSets)('pass `helm lint --strict` with the values %s', async (_, values) => {
    expect(await helm.lint(CHART, [values])).toContain('0 chart(s) failed');
  });

  it.each(valueSets)('render the same bytes twice with the values %s', async (_, values) => {
    const [first, second] = [
      await helm.template({ values: [values] }),
      await helm.render({ values: [values] }),
    ];
    expect(second).toBe(first);
  });
});

await describeCharts('the golden files', ({ helm }) => {
  it('are those of the sets of values, no more and no fewer', () => {
    expect(readdirSync(golden).toSorted()).toEqual(valueSets.map(([name]) => `${name}.yaml`));
  });

  it.each(valueSets)('hold what %s renders (make chart-golden writes them)', async (name, path) => {
    const file = join(golden, `${name}.yaml`);
    expect(existsSync(file), `${file} is missing: run make chart-golden`).toBe(true);
    const rendered = await helm.template({ values: [path] });
    await expect(withoutCrds(rendered)).toMatchFileSnapshot(file);
  });
});

const run = promisify(execFile);

it('knows the schemas of the Kubernetes version that the tests run against', () => {
  expect(`kubernetes-${VERSIONS.kubernetes}`).toContain(`${KUBERNETES_FILE}.`);
});

await describeCharts('every object of the charts', ({ helm, kubeconform }) => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'aicp-chart-'));
    await writeSchemas(join(folder, 'schemas'));
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const validate = async (manifests: string): Promise<string> => {
    const file = join(folder, 'manifests.yaml');
    await writeFile(file, manifests);
    const location = join(folder, 'schemas', SCHEMA_LOCATION);
    const flags = ['-strict', '-summary', '-schema-location', location];
    try {
      return (await run(kubeconform, [...flags, file])).stdout;
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  };

  it.each(valueSets)('is one that Kubernetes and the CRDs know, with %s', async (_, values) => {
    const said = await validate(await helm.template({ values: [values] }));
    expect(said).toMatch(/Valid: [0-9]{2}, Invalid: 0, Errors: 0, Skipped: 0/);
  });

  it.each([
    ['an unknown field', '{ replica: 2, selector: {}, template: {} }'],
    ['a wrong type', '{ replicas: two, selector: {}, template: {} }'],
  ])('would be refused for %s', async (_, spec) => {
    const head = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: x }\n';
    expect(await validate(`${head}spec: ${spec}\n`)).toContain('Invalid: 1');
  });

  it('would be refused where one of our own kinds is wrong', async () => {
    const head = 'apiVersion: aicp.dev/v1alpha1\nkind: Provider\nmetadata: { name: x }\n';
    expect(await validate(`${head}spec: { type: none_such }\n`)).toContain('Invalid: 1');
  });
});

/** By the program that a container starts. */
const schemas = new Map<string, ZodObject>([
  ['operator', operatorEnvironment],
  ['certificates', certificatesEnvironment],
  ['gateway', gatewayEnvironment.extend(telemetryEnvironment.shape)],
  ['admin', adminEnvironment],
  ['budget', budgetEnvironment],
  ['cost', costEnvironment],
  ['workflow', workflowEnvironment],
]);

/** What stands in the manifest itself; what the kubelet fills in stands for itself. */
const environmentOf = ({ env = [] }: Container): Record<string, string> =>
  Object.fromEntries(
    env
      .filter(({ name }) => /^(AICP|OTEL)_/.test(name))
      .map(({ name, value }) => [name, value ?? fromElsewhere(name)]),
  );

/** What a Secret or the pod itself may hold. */
const fromElsewhere = (name: string): string =>
  name === 'AICP_REDIS_URL' ? 'redis://from-a-secret:6379' : 'from-the-pod';

await describeCharts('the environment of every container', ({ helm }) => {
  it.each(valueSets)(
    'holds what its program reads, and nothing that it does not know, with %s',
    async (_, values) => {
      const containers = manifestsOf(await helm.template({ values: [values] }))
        .flatMap((manifest) => podOf(manifest) ?? [])
        .flatMap(containersOf)
        .filter(({ args = [] }) => schemas.has(args[0] ?? ''));
      expect(containers.length).toBeGreaterThan(1);
      for (const container of containers) {
        const schema = schemas.get(container.args?.[0] ?? '')!;
        const environment = environmentOf(container);
        expect(Object.keys(schema.shape), container.name).toEqual(
          expect.arrayContaining(Object.keys(environment)),
        );
        expect(schema.safeParse(environment).error, container.name).toBeUndefined();
      }
    },
  );
});

await describeCharts('the bounds of realtime sessions', ({ helm }) => {
  it('are told to the gateway', async () => {
    const set = { 'gateway.realtime': { sessionSeconds: 900, idleSeconds: 86_400 } };
    const manifests = manifestsOf(await helm.template({ set }));
    const gateways = manifests.flatMap((manifest) => podOf(manifest) ?? []).flatMap(containersOf);
    const told = gateways.filter(({ args = [] }) => args[0] === 'gateway').map(environmentOf);
    expect(told).toEqual([
      expect.objectContaining({
        AICP_REALTIME_SESSION_SECONDS: '900',
        AICP_REALTIME_IDLE_SECONDS: '86400',
      }),
    ]);
  });
});

await describeCharts('the telemetry of the chart', ({ helm }) => {
  it('is what the gateway makes of the environment', async () => {
    const set = {
      'gateway.telemetry': {
        enabled: true,
        endpoint: 'https://collector:4318/',
        metrics: false,
        sampler: 'traceidratio',
        samplerRatio: 0.05,
        resourceAttributes: { 'service.name': 'a+b, c=%' },
      },
    };
    const gateway = manifestNamed(
      manifestsOf(await helm.template({ set })),
      'StatefulSet/aicp-gateway',
    );
    const [container] = containersOf(podOf(gateway)!);
    const environment = telemetryEnvironment.parse(environmentOf(container!));
    const problems: string[] = [];
    expect(telemetrySettings(environment, (problem) => problems.push(problem))).toMatchObject({
      traces: { url: new URL('https://collector:4318/v1/traces') },
      metrics: undefined,
      sampling: { followsParent: false, ratio: 0.05 },
      resource: { 'service.name': 'a+b, c=%' },
    });
    expect(problems).toEqual([]);
  });
});

await describeCharts('the Secrets of the chart', ({ helm }) => {
  const secrets = async (path: string) =>
    manifestsOf(await helm.template({ values: [path] })).filter(({ kind }) => kind === 'Secret');

  it.each(valueSets)('cannot be given to a provider, with %s', async (_, path) => {
    for (const { metadata, type } of await secrets(path)) {
      expect(metadata.labels).toMatchObject({ 'aicp.dev/reserved': 'true' });
      expect(type).toBe('aicp.dev/store');
    }
  });

  it('are there where a trial brings its own stores', async () => {
    const [, path] = valueSets.find(([name]) => name === 'trial')!;
    expect((await secrets(path)).length).toBeGreaterThan(1);
  });
});

/** `kubectl apply` keeps the object in an annotation, and annotations together hold this much. */
const ANNOTATION_BYTES = 262_144;
/** Helm keeps a release in a Secret, which holds this much. */
const SECRET_BYTES = 1_048_576;

/** Every file of a chart, as Helm keeps it in a release. */
async function chartFiles(chart: string): Promise<object[]> {
  const entries = await readdir(chart, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return await Promise.all(
    files.map(async ({ parentPath, name }) => ({
      name: join(parentPath, name).slice(chart.length + 1),
      data: (await readFile(join(parentPath, name))).toString('base64'),
    })),
  );
}

await describeCharts('the charts stay below the limits', ({ helm }) => {
  it('of kubectl apply, with every CRD', async () => {
    const crds = manifestsOf(await helm.template({ chart: CRD_CHART }));
    for (const crd of crds) {
      expect(JSON.stringify(crd).length, idOf(crd)).toBeLessThan(ANNOTATION_BYTES / 2);
    }
  });

  it.each(valueSets)('of a release’s Secret, with the values %s', async (_, values) => {
    const release = {
      chart: [...(await chartFiles(CHART)), ...(await chartFiles(CRD_CHART))],
      manifest: await helm.template({ values: [values] }),
    };
    const stored = gzipSync(JSON.stringify(release)).toString('base64');
    expect(stored.length).toBeLessThan(SECRET_BYTES / 2);
  });

  it('of names, with the longest name that a release may have', async () => {
    const release = 'r'.repeat(53);
    const set = {
      'gateway.persistence.enabled': true,
      'postgresql.bundled': { enabled: true, password: 'only-for-tests' },
      'operator.tls.mode': 'certManager',
    };
    const manifests = manifestsOf(await helm.template({ release, set }));
    for (const manifest of manifests) {
      // Pods carry the name of their StatefulSet with a hash of 11 characters in a label of 63.
      const most = manifest.kind === 'StatefulSet' ? 52 : 63;
      const isCluster = ['ClusterRole', 'ClusterRoleBinding'].includes(manifest.kind);
      if (!isCluster)
        expect(manifest.metadata.name.length, idOf(manifest)).toBeLessThanOrEqual(most);
      for (const [label, value] of Object.entries(manifest.metadata.labels ?? {})) {
        expect(value.length, `${idOf(manifest)} ${label}`).toBeLessThanOrEqual(63);
      }
    }
    expect(new Set(manifests.map(idOf)).size).toBe(manifests.length);
  });
});
