import { kinds } from '@aicp/crds/kinds';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { mutatedSpec, validSpec, type Json } from '@aicp/test/contract/random-spec';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageOf, type ApiClient, type ApiObject } from './control-plane/api-client.ts';
import { installCrds, newNamespace, sharedClient } from './shared/shared-cluster.ts';

const RUNS = 300;
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

/** The spec as the server would store it; undefined, with its reason, where it refuses. */
async function stored(kind: KindDefinition, spec: Json): Promise<{ spec?: unknown; why: string }> {
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
  expect([201, 400, 422]).toContain(status);
  return status === 201
    ? { spec: (body as ApiObject)['spec'], why: 'taken' }
    : { why: messageOf(body) };
}

describe('a random spec', () => {
  it.each(kinds.map((kind) => [kind.kind, kind] as const))(
    'of %s is taken by CEL and schema where zod takes it, with the same defaults, and by neither otherwise',
    async (_, kind) => {
      const specs = fc.oneof(validSpec(kind.structural.spec), mutatedSpec(kind.structural.spec));
      const ours = { taken: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(specs, async (spec) => {
          const parsed = kind.spec.safeParse(spec);
          ours[parsed.success ? 'taken' : 'refused'] += 1;
          const theirs = await stored(kind, spec);
          expect(theirs.spec, theirs.why).toEqual(parsed.data);
        }),
        {
          numRuns: RUNS,
          interruptAfterTimeLimit: TIME_LIMIT_MS / kinds.length,
          markInterruptAsFailure: false,
        },
      );
      expect(Math.min(ours.taken, ours.refused)).toBeGreaterThan(0);
    },
  );
});
