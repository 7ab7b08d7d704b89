import { kindNamed } from '@aicp/crds/kinds';
import { API_VERSION } from '@aicp/crds/kit/kind';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EmbeddedServer } from '../loop/embedded-server.ts';
import { LoopCluster } from '../loop/loop-cluster.ts';
import { readExample } from './example.ts';

const { files, readme, manifestsIn, manifests, labelled } = readExample('governance');

describe('the example of governance', () => {
  it.each(labelled)('%s is what the schema of its kind says, field by field', (_, manifest) => {
    const { apiVersion, kind, spec } = manifest;
    expect(apiVersion).toBe(API_VERSION);
    // What the schema does not know is cut off, and missed here.
    expect(kindNamed(kind).spec.parse(spec)).toMatchObject(spec);
  });

  it.each(files)('%s stands in the README with its kinds', (file) => {
    const kinds = [...new Set(manifestsIn(file).map(({ kind }) => kind))];
    const row = readme.split('\n').find((line) => line.startsWith(`| \`${file}\``));
    expect(row).toContain(`| ${kinds.join(', ')} `);
  });

  it('is taken by an API server, and every object is in force or says that nobody enforces it', async () => {
    const server = await EmbeddedServer.start();
    onTestFinished(() => server.stop());
    const cluster = new LoopCluster(await server.namespace());
    onTestFinished(() => cluster.stop());
    const operator = await cluster.operator('operator-0');
    await cluster.replica('gateway-0', () => operator.url);
    for (const { kind, metadata, spec } of manifests) await cluster.put(kind, metadata.name, spec);
    for (const { kind, metadata } of manifests) {
      await cluster.until([kind, metadata.name, 'Accepted'], 'True Accepted');
      await cluster.until([kind, metadata.name, 'Programmed'], outcomeOf(kind));
      await cluster.until([kind, metadata.name, 'Enforced'], enforcedOf(kind));
    }
    expect(operator.complaints()).toEqual([]);
  });
});

/** What there is to be said of a kind where a gateway is installed, and neither an admin service nor a workflow engine. */
function outcomeOf(kind: string): string {
  const { enforcedBy } = kindNamed(kind);
  if (enforcedBy.includes('gateway')) return 'True Programmed: 1 of 1 gateway replica';
  return enforcedBy.length > 0 ? 'False NoReplicas' : 'False NotEnforced';
}

const enforcedOf = (kind: string): string =>
  kindNamed(kind).enforcedBy.length > 0 ? 'Enforced: ' : 'False NotEnforced';
