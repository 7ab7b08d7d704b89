import { Plan, type Made } from '../plan/plan.ts';
import type { Part } from '../source/part.ts';
import { sourcesIn, UnreadableFile } from '../source/source.ts';
import { conditionOf } from './condition-of.ts';
import { addTarget, inherit, type Inherited } from './target-of.ts';

/** How many configs may stand within one another. */
const DEEPEST = 5;
const HEAVIEST = 1_000_000;
const FIRST_PRIORITY = 100;
/** More than a config has conditions: those of a config within another come after the others’. */
const PRIORITIES_EACH = 10_000;

/**
 * Makes our objects of a config of Portkey's. Clients ask for what it says by `name`. Throws an UnreadableFile for what is no such file. No
 * secret of the file is ever in what it returns.
 */
export function importPortkey(text: string, name: string): Made {
  const [source, second] = sourcesIn(text);
  if (!source || second || source.root.names.length === 0) {
    throw new UnreadableFile('it has to be one object in JSON, such as a config of Portkey’s');
  }
  const file = source.root;
  // As the API answers it, a config stands within `data`.
  const config = (file.at('data') ?? file).at('config') ?? file;
  const plan = new Plan();
  const chains: Chains = new Map();
  const root = plan.modelId(plainId(name));
  add(root, config, {
    ...{ plan, chains, root },
    depth: 0,
    model: undefined,
    attempts: undefined,
    timeout: undefined,
    host: undefined,
  });
  for (const [model, { fallbacks, part }] of chains) {
    const spec = { policyType: 'fallback', config: { model, fallbacks } };
    plan.add('RoutingPolicy', { names: [`fallback-${model}`], spec, from: part });
  }
  return plan.made([source]);
}

/** Who is asked when a model fails. A chain that begins with another one says it anew for the id of both, and asks all of them. */
type Chains = Map<string, { readonly fallbacks: Asked; readonly part: Part }>;

interface Making extends Inherited {
  readonly plan: Plan;
  readonly chains: Chains;
  /** What clients ask for: conditions read the id of the request, so that they act on this one alone. */
  readonly root: string;
  readonly depth: number;
}

/** The ids that are asked in turn, the one that was wanted first; none where it is not made. */
type Asked = readonly string[];

/** Makes what a place of the config says by an id that nobody else has. */
function add(id: string, part: Part, from: Making): Asked {
  const making = { ...from, ...inherit(part, from), depth: from.depth + 1 };
  const strategy = part.at('strategy');
  const targets = part.items('targets');
  if (targets.length === 0) return asked(addTarget(id, part, making, making.plan));
  if (making.depth > DEEPEST) {
    part.lost(`configs may stand ${DEEPEST} deep in one another: these targets are left out`);
    return [];
  }
  if (strategy && strategy.items('on_status_codes').length > 0) {
    strategy.lost(
      'strategy.on_status_codes: after which answers another is asked is the same for all here',
    );
  }
  const mode = strategy?.text('mode');
  if (mode === 'loadbalance') return addGroup(id, targets, { part, making });
  if (mode === 'conditional' && strategy)
    return addConditions(id, targets, { part: strategy, making });
  return addChain(id, mode === 'fallback' ? targets : targets.slice(0, 1), { part, making });
}

const asked = (id: string | undefined): Asked => (id === undefined ? [] : [id]);

interface Around {
  readonly part: Part;
  readonly making: Making;
}

/** A text as part of an id that conditions can name. */
const plainId = (text: string): string => text.replaceAll(/[^A-Za-z0-9._/@-]+/g, '-') || 'portkey';

const labelOf = (target: Part, index: number): string =>
  plainId(target.text('name') ?? String(index + 1));

const idBelow = (id: string, label: string, { plan }: Making): string =>
  plan.modelId(`${id}/${label}`);

/** The first target goes by the id itself, the others are asked when it fails. */
function addChain(id: string, targets: readonly Part[], { part, making }: Around): Asked {
  const ids = targets.flatMap((target, index) =>
    add(index === 0 ? id : idBelow(id, labelOf(target, index), making), target, making),
  );
  const [first, ...fallbacks] = ids;
  if (first !== id) {
    if (ids.length > 0) part.lost(`${id} is not made: its first target is not`);
    return [];
  }
  if (fallbacks.length > 0) making.chains.set(id, { fallbacks, part });
  return ids;
}

function addGroup(id: string, targets: readonly Part[], { part, making }: Around): Asked {
  const members = targets.flatMap((target, index) => {
    const weight = target.number('weight') ?? 1;
    if (target.items('targets').length > 0) {
      target.lost('a member of a group is a model: this config within it is left out');
      return [];
    }
    if (weight === 0) {
      target.lost(
        'a member of weight 0 is left out: it is never asked there, and here when the others have failed',
      );
      return [];
    }
    const [own] = add(idBelow(id, labelOf(target, index), making), target, making);
    return own === undefined ? [] : [{ own, weight }];
  });
  if (members.length === 0) return [];
  const config = {
    ...{ alias: id, models: members.map(({ own }) => own) },
    weights: whole(members.map(({ weight }) => weight)),
  };
  const spec = { policyType: 'model_group', config };
  making.plan.add('RoutingPolicy', { names: [`group-${id}`], spec, from: part });
  return [id];
}

/** Shares as whole numbers: 0.7 and 0.3 as 700 and 300. */
function whole(weights: readonly number[]): readonly number[] {
  const largest = Math.max(...weights);
  if (weights.every((one) => Number.isInteger(one)) && largest <= HEAVIEST) return weights;
  const times = largest <= 1 ? 1000 : HEAVIEST / largest;
  return weights.map((one) => Math.round(one * times));
}

/** The default goes by the id itself; each condition permits another target alone, with what is asked when that fails. */
function addConditions(id: string, targets: readonly Part[], { part, making }: Around): Asked {
  const ofDefault = part.text('default');
  const idOfDefault = ofDefault === undefined ? undefined : plainId(ofDefault);
  const named = new Map(targets.map((target, index) => [labelOf(target, index), target]));
  const other = idOfDefault === undefined ? undefined : named.get(idOfDefault);
  const ofOther = other ? add(id, other, making) : [];
  if (ofOther.length === 0) {
    part.lost(`${id} is not made: a conditional strategy needs a default that names a target`);
    return [];
  }
  const conditions = part.items('conditions');
  if (id !== making.root && conditions.length > 0) {
    part.lost('conditions of a config that is not asked first are left out: its default is asked');
    return ofOther;
  }
  const ids = new Map([[idOfDefault, ofOther]]);
  const highest = FIRST_PRIORITY - (making.depth - 1) * PRIORITIES_EACH;
  conditions.forEach((condition, index) => {
    const query = conditionOf(condition.at('query')?.value);
    const then = plainId(condition.text('then') ?? '');
    const target = named.get(then);
    if (query === undefined || !target) {
      condition.lost(
        'a condition is left out: it reads something else than metadata, or names no target',
      );
      return;
    }
    const own = ids.get(then) ?? add(idBelow(id, then, making), target, making);
    ids.set(then, own);
    if (own.length === 0) return;
    const spec = {
      ...{ priority: highest - index, condition: `model == '${id}' && (${query})` },
      ...{ action: 'permit', targetModels: own },
    };
    making.plan.add('RoutingPolicy', { names: [`${id}-${then}`], spec, from: condition });
  });
  return ofOther;
}
