import { expect, it } from 'vitest';
import {
  containersOf,
  idOf,
  manifestsOf,
  podOf,
  type Container,
  type PodSpec,
  manifestNamed,
  type Manifest,
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
    'sees the Kubernetes API only where it is the operator, the admin service or the budget service, with %s',
    async (_, values) => {
      const holders = (await podsWith(values))
        .filter(([, pod]) => pod.automountServiceAccountToken !== false)
        .map(([, pod]) => pod.containers[0]?.name);
      expect(holders.toSorted()).toEqual(['admin', 'budget', 'operator']);
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
      (manifest) => idOf(manifest) === 'StatefulSet/aicp-gateway',
    )!;
    expect(podOf(gateway)?.terminationGracePeriodSeconds).toBeGreaterThan(3620);
  });
});

interface NetworkPolicySpec {
  readonly podSelector: { readonly matchLabels: Readonly<Record<string, string>> };
  readonly policyTypes: readonly string[];
  readonly ingress?: readonly {
    readonly from?: readonly object[];
    readonly ports?: readonly { port: unknown }[];
  }[];
  readonly egress?: readonly {
    readonly to?: readonly object[];
    readonly ports?: readonly { port: unknown }[];
  }[];
}

const specOf = (manifest: Manifest) => manifest['spec'] as NetworkPolicySpec;

const labelsOfPods = (manifest: Manifest): Readonly<Record<string, string>> | undefined => {
  if (manifest.kind === 'Pod') return manifest.metadata.labels;
  const spec = manifest['spec'] as { template?: { metadata?: Manifest['metadata'] } } | undefined;
  return spec?.template?.metadata?.labels;
};

const selects = (policy: Manifest, labels: Readonly<Record<string, string>>): boolean =>
  Object.entries(specOf(policy).podSelector.matchLabels).every(
    ([key, value]) => labels[key] === value,
  );

await describeCharts('network policies', ({ helm }) => {
  it.each(valueSets.filter(([name]) => name !== 'trial'))(
    'deny everything to every pod first, with %s',
    async (_, values) => {
      const manifests = manifestsOf(await helm.template({ values: [values] }));
      const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
      const deny = policies.find(({ metadata }) => metadata.name.endsWith('-default-deny'))!;
      expect(specOf(deny)).toEqual({
        podSelector: specOf(deny).podSelector,
        policyTypes: ['Ingress', 'Egress'],
      });
      const pods = manifests.filter((manifest) => labelsOfPods(manifest));
      expect(pods.length).toBeGreaterThan(2);
      for (const pod of pods) {
        expect(selects(deny, labelsOfPods(pod)!), idOf(pod)).toBe(true);
        const own = policies.filter((policy) => selects(policy, labelsOfPods(pod)!));
        expect(own.length, `${idOf(pod)} has a policy of its own`).toBeGreaterThan(2);
      }
    },
  );

  it('are absent where they are not wanted', async () => {
    const rendered = await helm.template({ set: { 'networkPolicy.enabled': false } });
    expect(rendered).not.toContain('kind: NetworkPolicy');
  });

  it('let the operator’s snapshots out to this release’s services alone', async () => {
    const manifests = manifestsOf(await helm.template());
    const [snapshots, ...others] = specOf(
      manifestNamed(manifests, 'NetworkPolicy/aicp-operator'),
    ).ingress!;
    expect(snapshots?.ports).toEqual([{ port: 8443, protocol: 'TCP' }]);
    const gateway = labelsOfPods(manifestNamed(manifests, 'StatefulSet/aicp-gateway'))!;
    const admitted = snapshots!.from as { podSelector: { matchLabels: Record<string, string> } }[];
    expect(admitted.map(({ podSelector }) => podSelector.matchLabels)).toEqual([
      { 'app.kubernetes.io/instance': 'aicp', 'aicp.dev/takes-snapshot': 'true' },
      expect.objectContaining({ 'app.kubernetes.io/component': 'operator' }),
    ]);
    expect(gateway).toMatchObject(admitted[0]!.podSelector.matchLabels);
    expect(others.flatMap(({ ports = [] }) => ports.map(({ port }) => port))).toEqual([9090]);
  });

  it('let nobody in to the gateway but those who are named, and the test', async () => {
    const from = [{ namespaceSelector: { matchLabels: { team: 'a' } } }];
    const set = { 'gateway.networkPolicy.from': from };
    const manifests = manifestsOf(await helm.template({ set }));
    const [http] = specOf(manifestNamed(manifests, 'NetworkPolicy/aicp-gateway')).ingress!;
    expect(http?.from).toHaveLength(2);
    expect(http?.from?.[0]).toEqual(from[0]);
    const test = manifestNamed(manifests, 'Pod/aicp-test').metadata.labels;
    expect(test).toMatchObject(
      (http!.from![1] as { podSelector: { matchLabels: object } }).podSelector.matchLabels,
    );
  });

  it('let the gateway out to the collector, where there is one, and nobody else', async () => {
    const to = [{ namespaceSelector: { matchLabels: { team: 'observability' } } }];
    const collector = { ports: [{ port: 4317, protocol: 'TCP' }], to };
    const set = {
      'gateway.telemetry.endpoint': 'http://collector:4317',
      'networkPolicy.telemetry': { ports: [4317], to },
    };
    const reached = async (isOn: boolean) =>
      manifestsOf(await helm.template({ set: { ...set, 'gateway.telemetry.enabled': isOn } }))
        .filter(({ kind }) => kind === 'NetworkPolicy')
        .filter((policy) => JSON.stringify(specOf(policy).egress ?? []).includes('4317'));
    expect(await reached(false)).toEqual([]);
    const [gateway, ...others] = await reached(true);
    expect(others).toEqual([]);
    expect(gateway?.metadata.name).toBe('aicp-gateway');
    expect(specOf(gateway!).egress).toContainEqual(collector);
  });

  it('let the admin service ask the gateways how limits stand, where they count by themselves', async () => {
    const set = {
      'gateway.countsTokenSecret.name': 'counts',
      'gateway.networkPolicy.from': [{ podSelector: { matchLabels: { team: 'a' } } }],
    };
    const manifests = manifestsOf(await helm.template({ set }));
    const admin = manifestNamed(manifests, 'NetworkPolicy/aicp-admin');
    const gateway = manifestNamed(manifests, 'NetworkPolicy/aicp-gateway');
    const to = (labels: object) => [{ podSelector: { matchLabels: labels } }];
    expect(specOf(admin).egress).toContainEqual({
      ports: [{ port: 4000, protocol: 'TCP' }],
      to: to(specOf(gateway).podSelector.matchLabels),
    });
    const [http] = specOf(gateway).ingress!;
    expect(http?.from).toEqual(expect.arrayContaining(to(specOf(admin).podSelector.matchLabels)));
  });

  it('let the admin service send chats to the gateways, by TLS where these have it', async () => {
    const set = {
      'gateway.playgroundKeySecret.name': 'playground',
      'gateway.tls.mode': 'certManager',
      'gateway.networkPolicy.from': [{ podSelector: { matchLabels: { team: 'a' } } }],
    };
    const manifests = manifestsOf(await helm.template({ set }));
    const admin = manifestNamed(manifests, 'NetworkPolicy/aicp-admin');
    const [http] = specOf(manifestNamed(manifests, 'NetworkPolicy/aicp-gateway')).ingress!;
    expect(http?.from).toContainEqual({ podSelector: specOf(admin).podSelector });
    const pods = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
    const told = pods.filter((pod) => JSON.stringify(pod).includes('AICP_PLAYGROUND_KEY_FILE'));
    expect(told.map(({ metadata }) => metadata.name).toSorted()).toEqual([
      ...['aicp-admin', 'aicp-gateway'],
    ]);
    const text = JSON.stringify(told.find(({ metadata }) => metadata.name === 'aicp-admin'));
    expect(text).toMatch(/"AICP_PLAYGROUND_URL","value":"https:\/\/aicp-gateway\./);
    expect(text).toContain('AICP_PLAYGROUND_CA_FILE');
    expect(text).toContain('"secretName":"aicp-gateway-tls"');
  });

  it('let the gateways in to the budget service whatever else is said, and them out to it', async () => {
    const from = [{ podSelector: { matchLabels: { team: 'a' } } }];
    const manifests = manifestsOf(
      await helm.template({ set: { 'budget.networkPolicy.from': from } }),
    );
    const gateway = manifestNamed(manifests, 'NetworkPolicy/aicp-gateway');
    const budget = manifestNamed(manifests, 'NetworkPolicy/aicp-budget');
    const peer = (policy: Manifest) => [{ podSelector: specOf(policy).podSelector }];
    const [http] = specOf(budget).ingress!;
    expect(http).toMatchObject({ ports: [{ port: 8081, protocol: 'TCP' }] });
    expect(http?.from).toEqual(expect.arrayContaining([...from, ...peer(gateway)]));
    expect(specOf(gateway).egress).toContainEqual({
      ports: [{ port: 8081, protocol: 'TCP' }],
      to: peer(budget),
    });
  });

  it('let the pods of the cluster in to the budget service and the cost service, and nobody else', async () => {
    const manifests = manifestsOf(await helm.template());
    for (const name of ['budget', 'cost']) {
      const [http] = specOf(manifestNamed(manifests, `NetworkPolicy/aicp-${name}`)).ingress!;
      expect(http?.from).toContainEqual({ namespaceSelector: {} });
    }
  });

  it.each(valueSets)(
    'leave metrics to Services without an address, where no route from outside leads, with %s',
    async (_, values) => {
      const manifests = manifestsOf(await helm.template({ values: [values] }));
      const scraped = manifests.filter(
        (one) => one.kind === 'Service' && JSON.stringify(one['spec']).includes('9090'),
      );
      const names = scraped.map(({ metadata }) => metadata.name);
      expect(names).toContainEqual(expect.stringMatching(/-gateway-pods$/));
      for (const one of scraped) {
        expect(one['spec'], idOf(one)).toMatchObject({
          clusterIP: 'None',
          ports: [{ name: 'metrics', port: 9090 }],
        });
      }
      const routes = manifests.filter(({ kind }) => ['Ingress', 'HTTPRoute'].includes(kind));
      expect(JSON.stringify(routes)).not.toMatch(/-pods"|9090/);
    },
  );

  it('keep the gateway from the addresses where clouds hand out credentials', async () => {
    const manifests = manifestsOf(await helm.template());
    const rules = specOf(manifestNamed(manifests, 'NetworkPolicy/aicp-gateway')).egress!;
    const open = rules.filter(({ to }) => to === undefined || to.length === 0);
    expect(open).toEqual([]);
    expect(JSON.stringify(rules)).toContain('"cidr":"0.0.0.0/0","except":["169.254.0.0/16"]');
  });
});
