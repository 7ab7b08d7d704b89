import { expect, it } from 'vitest';
import { CopiedChart } from './copied-chart.ts';
import { idOf, manifestNamed, manifestsOf, podOf } from './manifests.ts';
import { describeCharts } from './suite.ts';

const ENTRY = `
budget:
  port: 8081
  portName: http
  metricsPort: 9090
  probes: { port: http, startup: /health, readiness: /ready, liveness: /health }
  snapshot: true
`;
const VALUES = `
budget:
  replicas: 2
  resources: { requests: { cpu: 100m, memory: 128Mi }, limits: { memory: 256Mi } }
`;
const ENVIRONMENT = `
{{- define "aicp.environment.budget" -}}
- { name: AICP_PORT, value: {{ .service.port | quote }} }
{{- end }}
`;

await describeCharts('a further service', ({ helm }) => {
  it('takes an entry, its values and its environment, and has all that the others have', async () => {
    await using chart = await CopiedChart.make();
    const services = await chart.read('templates/_services.tpl');
    await chart.write(
      'templates/_services.tpl',
      services.replace('\n{{- end }}', `${ENTRY}{{- end }}`),
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
        'Deployment/aicp-budget',
        'Service/aicp-budget',
        'Service/aicp-budget-pods',
        'ServiceAccount/aicp-budget',
        'NetworkPolicy/aicp-budget',
        'PodDisruptionBudget/aicp-budget',
      ]),
    );
    const pod = podOf(manifestNamed(manifests, 'Deployment/aicp-budget'));
    expect(pod?.automountServiceAccountToken).toBe(false);
    const names = pod?.containers[0]?.env?.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['AICP_PORT', 'AICP_OPERATOR_URL', 'AICP_TOKEN_FILE']),
    );
    expect(manifestNamed(manifests, 'Service/aicp-budget').metadata.labels).toMatchObject({
      'aicp.dev/snapshot-service': 'budget',
    });
  });

  it('that does not exist leaves no trace', async () => {
    const rendered = await helm.template();
    expect(rendered).not.toMatch(/aicp-(cost|budget|workflow)\b/);
  });
});
