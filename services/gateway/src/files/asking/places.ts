import { usableMembers } from '@aicp/contracts/routing/catalog/entitlement';
import { modelNotFound } from '@aicp/contracts/routing/refusal';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import type { Caller } from '../../calls/caller.ts';
import type { OpenedHeld } from '../../held/held-ids.ts';
import { livesAt } from '../../pipeline/held/bound.ts';
import { badRequest, toRefusal, type Refusal } from '../../pipeline/exchange/refusal.ts';
import type { RuntimeModel, RuntimeProvider, RuntimeTarget } from '../../routing/runtime.ts';
import { targetByWeight } from '../../routing/target-by-weight.ts';

/** Where something is kept: a provider, and the credential by which it is asked. */
export interface Place {
  readonly provider: RuntimeProvider;
  readonly target: RuntimeTarget;
}

/** Types of providers that are known to keep files. One that only is like OpenAI has to be named, by a model. */
const KEEPERS: ReadonlySet<string> = new Set(['openai', 'azure_openai']);
const NAMED_KEEPERS: ReadonlySet<string> = new Set([...KEEPERS, 'openai_compatible']);

/** Every place whose things the caller may reach: all credentials of the providers of models that they may use. */
export function placesOf(caller: Caller): readonly Place[] {
  const providers = new Set(usableModels(caller).map(({ provider }) => provider));
  return [...providers]
    .filter((provider) => keeps(provider, NAMED_KEEPERS))
    .flatMap((provider) => provider.targets.map((target) => ({ provider, target })));
}

/** Where something is that was left with a provider; undefined where that is gone, or the caller may use no model of it any more. */
export const placeOf = (caller: Caller, held: OpenedHeld): Place | undefined =>
  placesOf(caller).find(
    ({ provider, target }) => livesAt(provider, held) && target.name === held.credential,
  );

/** Where something new is kept: at the provider of the model that is named, or else at the only one that keeps files. */
export function placeFor(caller: Caller, model: string | undefined): Place | Refusal {
  const providers = model === undefined ? allKeepers(caller) : keepersOf(caller, model);
  if ('status' in providers) return providers;
  const [provider, ...others] = providers;
  if (!provider) return badRequest(model === undefined ? NO_KEEPER : noKeeper(model), 'model');
  if (others.length > 0) return badRequest(SEVERAL, 'model');
  const target = targetByWeight(provider.targets, () => true, caller.gateway.random);
  return target ? { provider, target } : badRequest(NO_KEEPER, 'model');
}

const NO_KEEPER =
  'No provider that this key may use keeps files: ask for access to a model of OpenAI or Azure OpenAI.';
const SEVERAL =
  'Several providers could keep this: name a model of the one that is to, in the header x-aicp-model, in the query or as the field "model".';
const noKeeper = (model: string): string =>
  `The provider of "${model}" keeps no files: name a model of OpenAI, Azure OpenAI or another provider with their API.`;

const allKeepers = (caller: Caller): readonly RuntimeProvider[] =>
  distinct(usableModels(caller), KEEPERS);

function keepersOf(caller: Caller, name: string): readonly RuntimeProvider[] | Refusal {
  const { runtime, principal, at } = caller;
  const entitlement = entitlementOf(principal, runtime, at);
  const found = runtime.catalog.find(name, entitlement);
  const members = found ? usableMembers(found, entitlement) : [];
  if (members.length === 0) return toRefusal(modelNotFound(name));
  return distinct(
    members.map(({ model }) => model),
    NAMED_KEEPERS,
  );
}

function usableModels({ runtime, principal, at }: Caller): readonly RuntimeModel[] {
  const entitlement = entitlementOf(principal, runtime, at);
  return runtime.catalog
    .usable(entitlement)
    .flatMap(({ resolution }) => usableMembers(resolution, entitlement))
    .map(({ model }) => model);
}

const distinct = (
  models: readonly RuntimeModel[],
  types: ReadonlySet<string>,
): readonly RuntimeProvider[] =>
  [...new Set(models.map(({ provider }) => provider))].filter((one) => keeps(one, types));

const keeps = ({ type, unusable, targets }: RuntimeProvider, types: ReadonlySet<string>): boolean =>
  types.has(type) &&
  unusable === undefined &&
  targets.some(({ client }) => client.askFor !== undefined);
