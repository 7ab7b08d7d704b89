import { z } from 'zod';

const conditions = z
  .array(
    z.looseObject({
      type: z.string(),
      status: z.string(),
      reason: z.string().default(''),
      message: z.string().default(''),
    }),
  )
  .default([]);

const health = z
  .array(
    z.looseObject({
      replica: z.string(),
      credential: z.string(),
      circuit: z.string(),
      reason: z.string().optional(),
      openUntil: z.string().optional(),
    }),
  )
  .default([]);

const metadata = z.looseObject({ name: z.string() });
const isActive = z.boolean().default(true);

/** What of a Provider is looked at, as Kubernetes keeps it. */
export const diagnosedProvider = z.looseObject({
  metadata,
  spec: z.looseObject({ type: z.string(), isActive }),
  status: z.looseObject({ conditions, health }).default({ conditions: [], health: [] }),
});
export type DiagnosedProvider = z.output<typeof diagnosedProvider>;

/** What of a Model is looked at. */
export const diagnosedModel = z.looseObject({
  metadata,
  spec: z.looseObject({
    modelId: z.string(),
    provider: z.string(),
    upstreamModel: z.string().optional(),
    isActive,
  }),
  status: z.looseObject({ conditions }).default({ conditions: [] }),
});
export type DiagnosedModel = z.output<typeof diagnosedModel>;

/** What the test of a provider says. */
export const testVerdict = z.object({
  ok: z.boolean(),
  reason: z.string().nullable(),
  message: z.string(),
});
export type TestVerdict = z.output<typeof testVerdict>;

/** What a provider's vendor lists. */
export const offer = z.object({
  total: z.number(),
  models: z.array(z.looseObject({ id: z.string() })),
});
export type Offer = z.output<typeof offer>;
