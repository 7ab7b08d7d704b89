import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VERSIONS } from '../kubernetes/binaries/versions.ts';
import { KUBERNETES_FILE, SCHEMA_LOCATION, writeSchemas } from './schemas/files.ts';
import { describeCharts, valueSets } from './suite.ts';

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
