import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { CHART, CRD_CHART } from './helm.ts';
import { idOf, manifestsOf } from './manifests.ts';
import { describeCharts, valueSets } from './suite.ts';

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
