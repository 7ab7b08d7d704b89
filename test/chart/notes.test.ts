import { expect, it } from 'vitest';
import { CopiedChart } from './copied-chart.ts';
import type { TemplateOptions } from './helm.ts';
import { manifestNamed, manifestsOf } from './manifests.ts';
import { describeCharts } from './suite.ts';

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
    expect(said).toContain('kubectl -n ai rollout status deployment/prod-aicp-gateway');
    expect(said).toContain('kubectl -n ai get secret aicp-admin-key');
    expect(said).toContain('kubectl -n ai port-forward service/prod-aicp-gateway 4000:4000');
    expect(said).toContain('curl http://127.0.0.1:4000/v1/chat/completions');
    expect(said).toContain('helm test prod -n ai');
  });

  it('warn where snapshots cross the network in plain text, and only there', async () => {
    expect(await notes({ set: { 'operator.tls.mode': 'none' } })).toContain('plain HTTP');
    expect(await notes()).not.toContain('plain HTTP');
  });

  it('say what a deleted pod takes with it, unless the gateway has volumes', async () => {
    expect(await notes()).toContain('a deleted pod takes with it');
    const said = await notes({ set: { 'gateway.persistence.enabled': true } });
    expect(said).not.toContain('a deleted pod takes with it');
    expect(said).toContain('rollout status statefulset/aicp-gateway');
  });

  it('say that the address of Valkey is kept and not read yet, where there is one', async () => {
    const set = { 'valkey.url': 'redis://valkey.example.com:6379' };
    expect(await notes({ set })).toContain('The address of Valkey is kept');
    expect(await notes()).not.toContain('Valkey');
  });

  it('say what is waited for where the CRDs come from elsewhere', async () => {
    expect(await notes({ set: { 'crds.enabled': false } })).toContain('crds.enabled is off');
  });
});
