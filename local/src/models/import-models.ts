import { isLike } from '@aicp/contracts/prices/layers/catalog-layer';
import { z } from 'zod';
import type { AdminAnswer, AdminClient } from '../client/admin-client.ts';
import { UserError } from '../cli/command.ts';

const price = z.number().nullable();

const offer = z.looseObject({
  id: z.string(),
  model: z.string().nullable(),
  mode: z.string(),
  context_window: z.number().nullable(),
  prices: z
    .looseObject({ input_price_per_million: price, output_price_per_million: price })
    .nullable(),
  body: z.record(z.string(), z.unknown()),
});
/** A model that a vendor offers, as the admin API answers it. */
export type Offer = z.output<typeof offer>;

const answer = z.object({ total: z.number(), models: z.array(offer) });

const problem = z.object({
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).default([]),
});

/** What a provider offers whose id is like a pattern, in which `*` stands for any text. Rejects with a UserError where it cannot be asked. */
export async function offersOf(
  admin: AdminClient,
  { provider, match }: { readonly provider: string; readonly match: string },
): Promise<readonly Offer[]> {
  const told = await admin({ path: `providers/${encodeURIComponent(provider)}/models` });
  const { data } = answer.safeParse(told.body);
  if (told.status !== 200 || !data) throw new UserError(refusal(told));
  return data.models.filter(({ id }) => isLike(id, match));
}

/** Makes a Model, or only its YAML; `why` says why not. */
export async function createModel(
  admin: AdminClient,
  { body }: Offer,
  { asYaml }: { readonly asYaml: boolean },
): Promise<{ readonly yaml: string } | { readonly why: string }> {
  const told = await admin({
    method: 'POST',
    path: asYaml ? 'models?dry_run=true' : 'models',
    body,
    accept: asYaml ? 'application/yaml' : 'application/json',
  });
  if (told.status >= 300) return { why: refusal(told) };
  return { yaml: typeof told.body === 'string' ? told.body : '' };
}

function refusal({ status, body }: AdminAnswer): string {
  const said = problem.safeParse(body).data;
  if (!said) return `the admin service answered ${status}`;
  const fields = said.errors.map(({ path, message }) => `${path}: ${message}`);
  return [said.detail, ...fields].join(' ');
}
