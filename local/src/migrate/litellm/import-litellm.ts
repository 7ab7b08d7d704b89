import { Plan, type Made } from '../plan/plan.ts';
import { Part } from '../source/part.ts';
import { sourcesIn, UnreadableFile, type Source } from '../source/source.ts';
import { deploymentsIn } from './deployments.ts';
import { fallbacksIn } from './fallbacks.ts';
import { addGuardrails } from './guardrails.ts';
import { addModel, type AllModels } from './models.ts';
import type { Surroundings } from './params.ts';
import { BaseModelPrices } from './prices/base-model-prices.ts';
import { Providers } from './provider-of.ts';
import { providerDefaults, readSettings, type Sections } from './settings.ts';

/**
 * Makes our objects of LiteLLM's config.yaml. Throws an UnreadableFile for what is no such file. No secret of the file is ever in what it
 * returns: keys become references to Secrets, which are to be made by hand.
 */
export function importLiteLlm(text: string, environment: Surroundings['environment'] = {}): Made {
  const [source, second] = sourcesIn(text);
  if (!source || second || source.root.names.length === 0) {
    throw new UnreadableFile('it has to be one map in YAML, such as LiteLLM’s config.yaml');
  }
  const sections = sectionsOf(source);
  const plan = new Plan();
  const providers = new Providers(plan, providerDefaults(sections));
  const around = { environment, ofFile: variablesOf(source), credentials: credentialsOf(source) };
  const making = { ...around, settings: sections.litellm, plan, providers };
  const deployments = deploymentsIn(source.root.items('model_list'), making);
  const basePrices = new BaseModelPrices();
  const all = { plan, basePrices, ...saidOfModels(sections, new Set(deployments.keys())) };
  // What clients send is known before ids are made up for members of groups.
  for (const id of [...deployments.keys(), ...[...all.aliases.values()].flat()]) plan.modelId(id);
  for (const [name, list] of deployments) addModel(name, list, all);
  basePrices.addTo(plan);
  readSettings(sections, plan);
  addGuardrails(source.root, plan);
  return plan.made([source]);
}

function sectionsOf(source: Source): Sections {
  const section = (name: string): Part => source.root.at(name) ?? new Part(source, [name], {});
  return {
    root: source.root,
    router: section('router_settings'),
    litellm: section('litellm_settings'),
    general: section('general_settings'),
  };
}

/** `environment_variables`. What they are for is said of all at once. */
function variablesOf({ root }: Source): Readonly<Record<string, unknown>> {
  const value = root.at('environment_variables')?.value;
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function credentialsOf({ root }: Source): ReadonlyMap<string, Part> {
  return new Map(
    root.items('credential_list').flatMap((part) => {
      const name = part.text('credential_name');
      const values = part.at('credential_values');
      part.at('credential_info');
      return name === undefined || !values ? [] : [[name, values] as const];
    }),
  );
}

/** What the settings say of models, by their names. */
function saidOfModels(
  { router, litellm }: Sections,
  names: ReadonlySet<string>,
): Omit<AllModels, 'plan' | 'basePrices'> {
  const aliases = aliasesOf(router, names);
  const known = new Set([...names, ...[...aliases.values()].flat()]);
  const read = (field: string) => fallbacksIn([router, litellm], field, (one) => known.has(one));
  return {
    fallbacks: withDefaults(read('fallbacks'), [router, litellm], names),
    contextWindow: read('context_window_fallbacks'),
    contentPolicy: read('content_policy_fallbacks'),
    aliases,
    lossy: litellm.flag('drop_params') === false ? 'reject' : undefined,
  };
}

/** `default_fallbacks` are those of every model that has none of its own. */
function withDefaults(
  own: AllModels['fallbacks'],
  parts: readonly Part[],
  names: ReadonlySet<string>,
): AllModels['fallbacks'] {
  const defaults = parts
    .flatMap((part) => part.texts('default_fallbacks'))
    .filter((one) => names.has(one));
  if (defaults.length === 0) return own;
  return new Map(
    [...names].flatMap((name) => {
      const fallbacks = own.get(name) ?? defaults.filter((one) => one !== name);
      return fallbacks.length === 0 ? [] : [[name, fallbacks] as const];
    }),
  );
}

function aliasesOf(router: Part, names: ReadonlySet<string>): AllModels['aliases'] {
  const found = new Map<string, readonly string[]>();
  const group = router.at('model_group_alias');
  for (const [alias, part] of group?.members() ?? []) {
    const model = typeof part.value === 'string' ? part.value : part.text('model');
    if (model === undefined || !names.has(model))
      part.lost(`alias ${alias}: it names no model of the file`);
    else if (names.has(alias)) part.lost(`alias ${alias}: a model has that name already`);
    else found.set(model, [...(found.get(model) ?? []), alias]);
  }
  return found;
}
