import { readFile } from 'node:fs/promises';
import { kinds } from '@aicp/crds/kinds';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { FLUX_KUSTOMIZATION } from './stage/engine.ts';

it('the example for Flux judges each kind that there is in one way', async () => {
  const schema = z.object({
    spec: z.object({ healthCheckExprs: z.array(z.record(z.string(), z.string())) }),
  });
  const text = await readFile(FLUX_KUSTOMIZATION, 'utf8');
  const kustomization: unknown = parse(text, { merge: true });
  const checks = schema.parse(kustomization).spec.healthCheckExprs;
  expect(checks.map(({ kind }) => kind)).toEqual(kinds.map(({ kind }) => kind));
  const rest = checks.map(({ kind: _, ...check }) => JSON.stringify(check));
  expect(new Set(rest).size).toBe(1);
});
