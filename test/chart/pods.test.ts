import { expect, it } from 'vitest';
import {
  containersOf,
  idOf,
  manifestsOf,
  podOf,
  type Container,
  type PodSpec,
} from './manifests.ts';
import { describeCharts, valueSets } from './suite.ts';

await describeCharts('every pod of the chart', ({ helm }) => {
  const podsWith = async (values: string): Promise<[string, PodSpec][]> =>
    manifestsOf(await helm.template({ values: [values] })).flatMap((manifest) => {
      const pod = podOf(manifest);
      return pod ? [[idOf(manifest), pod] as [string, PodSpec]] : [];
    });

  const containersWith = async (values: string): Promise<[string, Container][]> =>
    (await podsWith(values)).flatMap(([id, pod]) =>
      containersOf(pod).map(
        (container) => [`${id} ${container.name}`, container] as [string, Container],
      ),
    );

  it.each(valueSets)('keeps the restricted pod security standard with %s', async (_, values) => {
    for (const [id, pod] of await podsWith(values)) {
      expect(pod.securityContext, id).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(Object.keys(pod), id).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^host(Network|PID|IPC)$/)]),
      );
      for (const volume of pod.volumes ?? []) expect(volume, id).not.toHaveProperty('hostPath');
    }
    for (const [id, { securityContext }] of await containersWith(values)) {
      expect(securityContext, id).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it.each(valueSets)('says what CPU and memory it needs with %s', async (_, values) => {
    for (const [id, { resources }] of await containersWith(values)) {
      expect(Object.keys(resources?.requests ?? {}), id).toEqual(
        expect.arrayContaining(['cpu', 'memory']),
      );
      expect(Object.keys(resources?.limits ?? {}), id).toContain('memory');
    }
  });

  it.each(valueSets)(
    'mounts what it declares, and declares what it mounts, with %s',
    async (name, values) => {
      for (const [id, pod] of await podsWith(values)) {
        const mounted = containersOf(pod).flatMap(({ volumeMounts = [] }) =>
          volumeMounts.map((m) => m.name),
        );
        const declared = (pod.volumes ?? []).map((volume) => volume['name']);
        const claimed = id.startsWith('StatefulSet/') ? ['data'] : [];
        const known = [...declared, ...claimed];
        expect(
          mounted.filter((volume) => !known.includes(volume)),
          `${name} ${id}`,
        ).toEqual([]);
        expect(
          declared.filter((volume) => !mounted.includes(volume as string)),
          `${name} ${id}`,
        ).toEqual([]);
      }
    },
  );

  it.each(valueSets)(
    'sees the Kubernetes API only where it is the operator or the admin service, with %s',
    async (_, values) => {
      const holders = (await podsWith(values))
        .filter(([, pod]) => pod.automountServiceAccountToken !== false)
        .map(([, pod]) => pod.containers[0]?.name);
      expect(holders.toSorted()).toEqual(['admin', 'operator']);
    },
  );

  it.each(valueSets)(
    'names ports within the 15 characters that Kubernetes takes, with %s',
    async (_, values) => {
      const ports = (await containersWith(values)).flatMap(([, { ports = [] }]) => ports);
      expect(ports.length).toBeGreaterThan(3);
      expect(ports.filter(({ name }) => !/^[a-z][a-z0-9-]{0,14}$/.test(name))).toEqual([]);
    },
  );

  it('has time for its longest stream: more than draining and the wait before it together', async () => {
    const rendered = await helm.template({
      set: { 'gateway.drainSeconds': 3600, 'gateway.preStopSeconds': 20 },
    });
    const gateway = manifestsOf(rendered).find(
      (manifest) => idOf(manifest) === 'Deployment/aicp-gateway',
    )!;
    expect(podOf(gateway)?.terminationGracePeriodSeconds).toBeGreaterThan(3620);
  });
});
