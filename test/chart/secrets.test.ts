import { expect, it } from 'vitest';
import { manifestsOf } from './manifests.ts';
import { describeCharts, valueSets } from './suite.ts';

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
