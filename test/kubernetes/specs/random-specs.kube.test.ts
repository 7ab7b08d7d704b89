import { kinds } from '@aicp/crds/kinds';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { type Json, validSpec } from '@aicp/crds/kit/testing/valid-spec';
import { mutatedSpec } from '@aicp/test/contract/spec-cases';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, type ApiObject, messageOf } from '../control-plane/api-client.ts';
import { installCrds, newNamespace, sharedClient } from '../shared/shared-cluster.ts';
import { echoingSpec, sparseSpec } from './related-specs.ts';
import { brokenRules, type Verdict, verdictOfZod } from './verdict.ts';

const RUNS = 400;
/** Of all kinds together, so that the suite stays quick however many there are. */
const TIME_LIMIT_MS = 60_000;

let client: ApiClient;
let namespace = '';

beforeAll(async () => {
  client = sharedClient();
  await installCrds(client);
  namespace = await newNamespace(client);
});

afterAll(async () => {
  await client.close();
});

async function verdictOfServer(kind: KindDefinition, spec: Json): Promise<Verdict> {
  const path = `/apis/aicp.dev/v1alpha1/namespaces/${namespace}/${kind.plural}`;
  const { status, body } = await client.call('POST', path, {
    query: { dryRun: 'All' },
    body: {
      apiVersion: 'aicp.dev/v1alpha1',
      kind: kind.kind,
      metadata: { name: kind.singleton ?? 'random' },
      spec,
    },
  });
  const why = messageOf(body);
  expect([201, 422], why).toContain(status);
  if (status === 201) return { spec: (body as ApiObject)['spec'], broken: [], why };
  return { broken: brokenRules(kind, (rule) => why.includes(rule)), why };
}

describe('a random spec', () => {
  it.each(kinds.map((kind) => [kind.kind, kind] as const))(
    'of %s is stored alike by CEL and by zod, or breaks the same rules of both',
    async (_, kind) => {
      const schema = kind.structural.spec;
      const specs = fc.oneof(
        validSpec(schema),
        sparseSpec(schema),
        echoingSpec(schema),
        mutatedSpec(schema),
      );
      const seen = { taken: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(specs, async (spec) => {
          const ours = verdictOfZod(kind, spec);
          const theirs = await verdictOfServer(kind, spec);
          seen['spec' in ours ? 'taken' : 'refused'] += 1;
          const why = `the server: ${theirs.why}; zod: ${ours.why}`;
          expect(theirs.spec, why).toEqual(ours.spec);
          if (ours.broken) expect(theirs.broken, why).toEqual(ours.broken);
        }),
        {
          numRuns: RUNS,
          interruptAfterTimeLimit: TIME_LIMIT_MS / kinds.length,
          markInterruptAsFailure: false,
        },
      );
      expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(0);
    },
  );
});
