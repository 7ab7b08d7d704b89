import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHART, CRD_CHART } from './helm.ts';
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
      await helm.template({ values: [values] }),
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
