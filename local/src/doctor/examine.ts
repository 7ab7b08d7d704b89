import type { AdminAnswer, AdminClient } from '../client/admin-client.ts';
import { UserError } from '../cli/command.ts';
import type { NamespaceClient } from '../client/namespace-client.ts';
import { z } from 'zod';
import {
  diagnosedModel,
  diagnosedProvider,
  offer,
  testVerdict,
  type DiagnosedModel,
  type DiagnosedProvider,
} from './diagnosed.ts';
import type { Case } from './findings.ts';

/** The Providers and Models of an installation. */
export interface Patients {
  readonly providers: readonly DiagnosedProvider[];
  readonly models: readonly DiagnosedModel[];
}

/** Reads the objects; with a name, of that provider alone. Rejects with a UserError where there is no such one. */
export async function patientsIn(
  client: Pick<NamespaceClient, 'read'>,
  name: string | undefined,
): Promise<Patients> {
  const itemsOf = async <T>(resource: string, item: z.ZodType<T>): Promise<readonly T[]> => {
    const found = await client.read({ resource, name: undefined, accept: 'application/json' });
    return z.looseObject({ items: z.array(item) }).parse(found).items;
  };
  const all = await itemsOf('Provider', diagnosedProvider);
  const models = await itemsOf('Model', diagnosedModel);
  if (name === undefined) return { providers: all.filter(({ spec }) => spec.isActive), models };
  const providers = all.filter(({ metadata }) => metadata.name === name);
  if (providers.length === 0) throw new UserError(`there is no Provider ${name}`);
  return { providers, models };
}

/** Tests a provider, and asks what it offers, where the admin API can be asked. */
export async function examine(
  provider: DiagnosedProvider,
  { models, admin }: Pick<Patients, 'models'> & { readonly admin: AdminClient | undefined },
): Promise<Case> {
  const { name } = provider.metadata;
  const own = models.filter(({ spec }) => spec.provider === name);
  const path = `providers/${encodeURIComponent(name)}`;
  const verdict = admin && told(testVerdict, await admin({ method: 'POST', path: `${path}/test` }));
  const isListing = verdict?.ok === true && provider.spec.type !== 'simulated' && own.length > 0;
  const offered =
    admin && isListing ? told(offer, await admin({ path: `${path}/models` })) : undefined;
  return { provider, models: own, verdict, offer: offered };
}

/** What the admin API told. Throws a UserError where it refuses. */
function told<T>(form: z.ZodType<T>, { status, body }: AdminAnswer): T {
  const { data } = form.safeParse(body);
  if (status === 200 && data !== undefined) return data;
  const said = z.object({ detail: z.string() }).safeParse(body).data?.detail;
  throw new UserError(
    `the admin service answered ${status}${said === undefined ? '' : `: ${said}`}`,
  );
}
