import { describe, expect, it } from 'vitest';
import { probe } from '../../images/probe/probe.ts';
import type { TemplateOptions } from './helm.ts';
import { idOf, manifestNamed, manifestsOf, podOf } from './manifests.ts';
import { CopiedChart, describeCharts } from './suite.ts';

await describeCharts('the notes after an installation', ({ helm }) => {
  /** Helm prints notes for a cluster alone; here they are put into a ConfigMap. */
  const notes = async (options: TemplateOptions = {}): Promise<string> => {
    await using chart = await CopiedChart.make();
    const text = await chart.read('templates/NOTES.txt');
    await chart.write('templates/_notes.tpl', `{{- define "test.notes" -}}${text}{{- end }}`);
    await chart.write(
      'templates/notes.yaml',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: notes }\ndata: { text: {{ include "test.notes" . | toJson }} }\n',
    );
    const manifests = manifestsOf(await helm.template({ ...options, chart: chart.path }));
    return (manifestNamed(manifests, 'ConfigMap/notes')['data'] as { text: string }).text;
  };

  it('say the next commands, with the names that this release has', async () => {
    const said = await notes({ release: 'prod', namespace: 'ai' });
    expect(said).toContain('kubectl -n ai rollout status statefulset/prod-aicp-gateway');
    expect(said).toContain('kubectl -n ai get secret aicp-admin-key');
    expect(said).toContain('kubectl -n ai port-forward service/prod-aicp-gateway 4000:4000');
    expect(said).toContain('curl http://127.0.0.1:4000/v1/chat/completions');
    expect(said).toContain('helm test prod -n ai');
  });

  it('warn where snapshots cross the network in plain text, and only there', async () => {
    expect(await notes({ set: { 'operator.tls.mode': 'none' } })).toContain('plain HTTP');
    expect(await notes()).not.toContain('plain HTTP');
  });

  it('warn where several gateways share no secret that tasks of agents are sealed with', async () => {
    const warning = 'share no secret';
    expect(await notes()).toContain(warning);
    const each = ['workflow.keysSecret.name', 'gateway.playgroundKeySecret.name'];
    for (const name of each)
      expect(await notes({ set: { [name]: 'keys' } })).not.toContain(warning);
    expect(await notes({ set: { 'gateway.replicas': 1 } })).not.toContain(warning);
  });

  it('say what is missing where nobody has told the gateway its own address', async () => {
    const missing = 'gateway.publicUrl is empty';
    expect(await notes()).toContain(missing);
    const told = { 'gateway.publicUrl': 'https://ai.example.com' };
    expect(await notes({ set: told })).not.toContain(missing);
  });

  it('say what a deleted pod takes with it, unless the gateway has volumes', async () => {
    const without = await notes({ set: { 'gateway.persistence.enabled': false } });
    expect(without).toContain('a deleted pod takes with it');
    expect(without).toContain('rollout status deployment/aicp-gateway');
    const said = await notes();
    expect(said).not.toContain('a deleted pod takes with it');
    expect(said).toContain('rollout status statefulset/aicp-gateway');
  });

  it('warn where several gateways count each for itself, and only there', async () => {
    expect(await notes({ set: { 'gateway.replicas': 3 } })).toContain('runs up to 3 replicas');
    const shared = { 'gateway.replicas': 3, 'valkey.url': 'redis://valkey.example.com:6379' };
    expect(await notes({ set: shared })).not.toContain('Valkey');
    expect(await notes({ set: { 'gateway.replicas': 1 } })).not.toContain('Valkey');
  });

  it('say what becomes of what was used', async () => {
    const alone = await notes();
    expect(alone).toContain('no reports on usage');
    expect(alone).toContain('The cost service has no history, and does not know what is spent');
    const withoutCost = await notes({ set: { 'cost.enabled': false } });
    expect(withoutCost).not.toContain('The cost service has no history');
    const shared = await notes({ set: { 'postgresql.url': 'postgresql://u:p@db/aicp' } });
    expect(shared).toContain('kubectl -n aicp get budgets');
    expect(shared).not.toContain('no reports on usage');
    const without = await notes({ set: { 'budget.enabled': false } });
    expect(without).toContain("stays in the gateways' journals");
    expect(without).toContain('does not know what is spent');
    expect(without).toContain('rollout status deployment/aicp-gateway');
  });

  it('say what is waited for where the CRDs come from elsewhere', async () => {
    expect(await notes({ set: { 'crds.enabled': false } })).toContain('crds.enabled is off');
  });
});

const ENTRY = `
further:
  port: 8083
  portName: http
  metricsPort: 9090
  probes: { port: http, startup: /health, readiness: /ready, liveness: /health }
  snapshot: true
`;
const VALUES = `
further:
  replicas: 2
  resources: { requests: { cpu: 100m, memory: 128Mi }, limits: { memory: 256Mi } }
`;
const ENVIRONMENT = `
{{- define "aicp.environment.further" -}}
- { name: AICP_PORT, value: {{ .service.port | quote }} }
{{- end }}
`;

await describeCharts('a further service', ({ helm }) => {
  it('takes an entry, its values and its environment, and has all that the others have', async () => {
    await using chart = await CopiedChart.make();
    const services = await chart.read('templates/_services.tpl');
    await chart.write(
      'templates/_services.tpl',
      services.replace(/\n\{\{- end \}\}\s*$/, `\n${ENTRY.trim()}\n{{- end }}\n`),
    );
    await chart.write('values.yaml', (await chart.read('values.yaml')) + VALUES);
    await chart.write(
      'templates/_environment.tpl',
      (await chart.read('templates/_environment.tpl')) + ENVIRONMENT,
    );
    await chart.write('values.schema.json', '{}');

    const manifests = manifestsOf(await helm.template({ chart: chart.path }));
    expect(manifests.map(idOf)).toEqual(
      expect.arrayContaining([
        'Deployment/aicp-further',
        'Service/aicp-further',
        'Service/aicp-further-pods',
        'ServiceAccount/aicp-further',
        'NetworkPolicy/aicp-further',
        'PodDisruptionBudget/aicp-further',
      ]),
    );
    const pod = podOf(manifestNamed(manifests, 'Deployment/aicp-further'));
    expect(pod?.automountServiceAccountToken).toBe(false);
    const names = pod?.containers[0]?.env?.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['AICP_PORT', 'AICP_OPERATOR_URL', 'AICP_TOKEN_FILE']),
    );
    expect(manifestNamed(manifests, 'Service/aicp-further').metadata.labels).toMatchObject({
      'aicp.dev/snapshot-service': 'further',
    });
  });

  it('that does not exist leaves no trace, and neither does one that is off', async () => {
    const rendered = await helm.template();
    expect(rendered).not.toMatch(/aicp-workflow\b/);
    const off = await helm.template({ set: { 'budget.enabled': false, 'cost.enabled': false } });
    expect(off).not.toMatch(/aicp-(cost|budget)\b|AICP_BUDGET|budget-service/);
    expect(manifestsOf(off).map(idOf)).toContain('Deployment/aicp-gateway');
  });
});

/** A clock whose sleep is over at once, and moves it on. */
function quickClock() {
  let time = 0;
  return {
    monotonic: () => time,
    sleep: (ms: number) => {
      time += ms;
      return Promise.resolve();
    },
  };
}

/** Answers one after the other, the last one again and again. */
function answers(...given: (Response | Error)[]) {
  const asked: string[] = [];
  const fetch = (url: string): Promise<Response> => {
    const answer = given[Math.min(asked.length, given.length - 1)]!;
    asked.push(url);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer.clone());
  };
  return { asked, fetch };
}

const url = 'http://gateway/health/readiness';
const notReady = () => new Response('{"status":"no_configuration"}', { status: 503 });
const refused = () => new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });

describe('the probe of helm test', () => {
  it('gives what a ready gateway says', async () => {
    const { asked, fetch } = answers(new Response('{"status":"ready"}'));
    const said = await probe({ url, withinMs: 60_000, clock: quickClock(), fetch });
    expect(said).toBe('{"status":"ready"}');
    expect(asked).toEqual([url]);
  });

  it('asks again while nobody answers or the answer is no', async () => {
    const { asked, fetch } = answers(refused(), notReady(), new Response('ready'));
    expect(await probe({ url, withinMs: 60_000, clock: quickClock(), fetch })).toBe('ready');
    expect(asked).toHaveLength(3);
  });

  it.each([
    ['the last answer', notReady(), `${url}: 503 {"status":"no_configuration"}`],
    ['why nobody answered', refused(), `${url}: fetch failed: connect ECONNREFUSED`],
  ])('gives up with %s when the time is over', async (_, answer, words) => {
    const { asked, fetch } = answers(answer);
    const clock = quickClock();
    await expect(probe({ url, withinMs: 5_000, clock, fetch })).rejects.toThrow(words);
    expect(asked).toHaveLength(6);
  });
});
