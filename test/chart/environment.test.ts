import { adminEnvironment } from '@aicp/admin/config';
import { gatewayEnvironment } from '@aicp/gateway/config';
import { certificatesEnvironment } from '@aicp/operator/certificates/environment';
import { operatorEnvironment } from '@aicp/operator/environment';
import { expect, it } from 'vitest';
import type { ZodObject } from 'zod';
import { containersOf, manifestsOf, podOf, type Container } from './manifests.ts';
import { describeCharts, valueSets } from './suite.ts';

/** By the program that a container starts. */
const schemas = new Map<string, ZodObject>([
  ['operator', operatorEnvironment],
  ['certificates', certificatesEnvironment],
  ['gateway', gatewayEnvironment],
  ['admin', adminEnvironment],
]);

/** What stands in the manifest itself; what the kubelet fills in stands for itself. */
const environmentOf = ({ env = [] }: Container): Record<string, string> =>
  Object.fromEntries(
    env
      .filter(({ name }) => name.startsWith('AICP_'))
      .map(({ name, value }) => [name, value ?? `from-the-pod`]),
  );

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
