import { kinds } from '@aicp/crds/kinds';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ContractOptions } from './contract-server.ts';
import { API_VERSION, custom } from './objects.ts';
import { validSpec, type Json } from '@aicp/crds/kit/testing/valid-spec';
import { mutatedSpec } from './random-spec.ts';
import { topic } from './suite.ts';

const RUNS = 60;

/** Whether the schema that we validate with takes a spec. */
export const zodTakes = (kind: KindDefinition, spec: Json): boolean =>
  kind.spec.safeParse(spec).success;

/** The server and our own schemas say the same of any spec. */
export function propertyContract(options: ContractOptions): void {
  topic('random specs', options, (shared) => {
    const serverTakes = async (kind: KindDefinition, spec: Json): Promise<boolean> => {
      const name = kind.singleton ?? 'random';
      const object = { apiVersion: API_VERSION, kind: kind.kind, metadata: { name }, spec };
      const path = custom(shared().namespace, kind.plural);
      const { status, text } = await shared().client.post(path, object, { dryRun: 'All' });
      expect([201, 422], text).toContain(status);
      return status === 201;
    };

    it.each(kinds.map((kind) => [kind.kind, kind] as const))(
      'of %s are taken by the server and by zod, or by neither',
      async (_, kind) => {
        const specs = fc.oneof(validSpec(kind.structural.spec), mutatedSpec(kind.structural.spec));
        await fc.assert(
          fc.asyncProperty(specs, async (spec) => {
            expect(await serverTakes(kind, spec)).toBe(zodTakes(kind, spec));
          }),
          { numRuns: RUNS },
        );
      },
    );
  });
}
