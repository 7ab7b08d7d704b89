import { guardrailTerms, termsOfDetector } from '@aicp/contracts/guardrails/terms/guardrail-terms';
import { detector } from '@aicp/crds/detector';
import { guardrail } from '@aicp/crds/guardrail';
import { kindNamed } from '@aicp/crds/kinds';
import { API_VERSION } from '@aicp/crds/kit/kind';
import { compileDetectors } from '@aicp/detection/compile-detectors';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EmbeddedServer } from '../loop/embedded-server.ts';
import { LoopCluster } from '../loop/loop-cluster.ts';
import { readExample } from './example.ts';

const { files, readme, manifestsIn, manifests, labelled } = readExample('safety');
const specOf = (kind: string, name: string): object => {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`the example has no ${kind} ${name}`);
  return found.spec;
};

/** Texts of the README: what it says that a guardrail finds in each, and asks for. */
const promises = readme
  .split('\n')
  .filter((line) => line.includes('`safety-'))
  .map((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code))
  .filter((codes) => codes.length === 4) as [string, string, string, string][];

describe('the example of safety', () => {
  it.each(labelled)(
    '%s is what the schema of its kind says, field by field',
    (_, { apiVersion, kind, spec }) => {
      expect(apiVersion).toBe(API_VERSION);
      // What the schema does not know is cut off, and missed here.
      expect(kindNamed(kind).spec.parse(spec)).toMatchObject(spec);
    },
  );

  it.each(files)('%s stands in the README with its kinds', (file) => {
    const kinds = [...new Set(manifestsIn(file).map(({ kind }) => kind))];
    const row = readme.split('\n').find((line) => line.startsWith(`| \`${file}\``));
    expect(row).toContain(`| ${kinds.join(', ')} `);
  });

  it('has guardrails that act on its own model alone', () => {
    for (const { kind, spec } of manifests) {
      if (kind !== 'Guardrail') continue;
      expect(guardrail.spec.parse(spec).appliesTo).toEqual({ models: ['safety/*'] });
    }
  });

  it('says of every guardrail what it finds', () => {
    const named = new Set(promises.map(([, name]) => name));
    const all = manifests.filter(({ kind }) => kind === 'Guardrail');
    expect([...named].toSorted()).toEqual(all.map(({ metadata }) => metadata.name).toSorted());
  });

  it.each(promises)('finds in “%s” by %s what its README says: %s', (text, name, label, action) => {
    const spec = guardrail.spec.parse(specOf('Guardrail', name));
    const detectors = (spec.detectors ?? []).map((id) =>
      termsOfDetector(id, detector.spec.parse(specOf('Detector', id))),
    );
    const findings = compileDetectors(guardrailTerms(spec, detectors)).scan(text);
    const found = new Set(findings.map((one) => `${one.label}: ${one.action}`));
    expect([...found]).toEqual([`${label}: ${action}`]);
  });

  it('is taken by an API server, and every object is accepted', async () => {
    const server = await EmbeddedServer.start();
    onTestFinished(() => server.stop());
    const cluster = new LoopCluster(await server.namespace());
    onTestFinished(() => cluster.stop());
    const operator = await cluster.operator('operator-0');
    await cluster.replica('gateway-0', () => operator.url);
    for (const { kind, metadata, spec } of manifests) await cluster.put(kind, metadata.name, spec);
    for (const { kind, metadata } of manifests) {
      await cluster.until([kind, metadata.name, 'Accepted'], 'True Accepted');
    }
    expect(operator.complaints()).toEqual([]);
  });
});
