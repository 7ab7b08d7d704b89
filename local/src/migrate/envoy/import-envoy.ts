import { Plan, type Made } from '../plan/plan.ts';
import type { Part } from '../source/part.ts';
import { secretsIn } from '../plan/secrets.ts';
import { sourcesIn, UnreadableFile } from '../source/source.ts';
import { addBackend } from './backend-of.ts';
import { Resources } from './resources.ts';

/** The header in which Envoy AI Gateway has the model of a request. */
const MODEL_HEADER = 'x-ai-eg-model';

/**
 * Makes our objects of those of Envoy AI Gateway. Throws an UnreadableFile for what holds no AIGatewayRoute. No secret of the file is ever in
 * what it returns: Secrets are named, and stay where they are.
 */
export function importEnvoy(text: string): Made {
  const sources = sourcesIn(text);
  const resources = new Resources(sources);
  const routes = resources.of('AIGatewayRoute');
  if (routes.length === 0) throw new UnreadableFile('it has to hold an AIGatewayRoute');
  const plan = new Plan();
  const backends = new Backends(resources, plan);
  for (const { rule, models } of rulesOf(routes, plan)) {
    const asked = rule.items('backendRefs').flatMap((one) => askedBy(one, backends));
    const total = millisecondsOf(rule.at('timeouts'));
    if (asked.length === 0) continue;
    for (const model of models) addModel(model, asked, { rule, plan, total });
  }
  resources.sayUnused();
  return plan.made(sources, secretsOfObject);
}

/** Secrets alone hold secrets: the other objects name them. */
function secretsOfObject(object: unknown): ReadonlySet<string> {
  if (typeof object !== 'object' || object === null) return new Set();
  const { kind, data, stringData, items } = object as Readonly<Record<string, unknown>>;
  if (kind === 'Secret') return secretsIn({ secret: { data, stringData } });
  const listed: readonly unknown[] = kind === 'List' && Array.isArray(items) ? items : [];
  return new Set(listed.flatMap((one) => [...secretsOfObject(one)]));
}

/** Providers by the AIServiceBackend that they were made of. */
class Backends {
  private readonly resources: Resources;
  private readonly plan: Plan;
  private readonly known = new Map<string, string | undefined>();

  constructor(resources: Resources, plan: Plan) {
    this.resources = resources;
    this.plan = plan;
  }

  providerOf(name: string): string | undefined {
    if (!this.known.has(name)) this.known.set(name, addBackend(name, this.resources, this.plan));
    return this.known.get(name);
  }
}

/** A backend of a rule that can be asked. */
interface Asked {
  readonly provider: string;
  readonly upstream: string | undefined;
  readonly weight: number;
  readonly priority: number;
}

interface Rule {
  readonly rule: Part;
  /** The models that it serves: each is served by the first rule that is for it. */
  readonly models: readonly string[];
}

/** The rules of all routes. Every id that clients send is known then, so that none that is made up is one of them. */
function rulesOf(routes: readonly Part[], plan: Plan): readonly Rule[] {
  const served = new Set<string>();
  return routes.flatMap((route) => {
    const spec = route.at('spec');
    spec?.at('parentRefs');
    return (spec?.items('rules') ?? []).map((rule) => {
      const wanted = new Set(modelsOf(rule));
      if (wanted.size === 0) {
        rule.lost(`a rule is left out: it has no match of ${MODEL_HEADER} by type Exact`);
      }
      const models = [...wanted].filter((model) => !served.has(model));
      if (models.length < wanted.size) {
        rule.lost('a model of this rule is left out: another rule of the file is for it already');
      }
      for (const model of models) served.add(plan.modelId(model));
      return { rule, models };
    });
  });
}

function modelsOf(rule: Part): readonly string[] {
  return rule.items('matches').flatMap((match) => {
    const headers = match.items('headers').map((header) => ({
      header,
      ...{ type: header.text('type') ?? 'Exact', name: header.text('name') },
      value: header.text('value'),
    }));
    const others = headers.filter(({ type, name }) => name !== MODEL_HEADER || type !== 'Exact');
    for (const { header } of others) {
      header.lost(
        'a match by another header, or not by type Exact, becomes no policy: write a RoutingPolicy',
      );
    }
    // What also asks for another header would be open to everybody without it.
    return others.length > 0 ? [] : headers.flatMap(({ value }) => value ?? []);
  });
}

function askedBy(reference: Part, backends: Backends): readonly Asked[] {
  const kind = reference.text('kind') ?? 'AIServiceBackend';
  reference.at('group');
  const name = reference.text('name');
  const upstream = reference.text('modelNameOverride');
  const weight = Math.floor(reference.number('weight') ?? 1);
  const priority = reference.number('priority') ?? 0;
  const provider =
    name === undefined || kind !== 'AIServiceBackend' ? undefined : backends.providerOf(name);
  const left = notAsked(`${kind} ${name ?? ''}`, provider, weight);
  if (left !== undefined) reference.lost(left);
  return provider === undefined || left !== undefined
    ? []
    : [{ provider, upstream, weight, priority }];
}

/** Why a backend is left out. */
function notAsked(
  backend: string,
  provider: string | undefined,
  weight: number,
): string | undefined {
  if (provider === undefined) return `${backend} is not asked: no Provider could be made of it`;
  return weight === 0
    ? `${backend} is not asked: its weight is 0, which a group here asks when the others have failed`
    : undefined;
}

interface Making {
  readonly rule: Part;
  readonly plan: Plan;
  readonly total: number | undefined;
}

/** One backend is a Model; several of one priority are a group, and those of further priorities its fallbacks. */
function addModel(model: string, asked: readonly Asked[], { rule, plan, total }: Making): void {
  const isAlone = asked.length === 1;
  const ids = asked.map((one, index) => {
    const end = index === 0 ? '' : `-${index + 1}`;
    const id = isAlone ? model : plan.modelId(`${model}/${one.provider}${end}`);
    const upstream = one.upstream ?? model;
    const spec = {
      ...{ modelId: id, provider: one.provider, totalTimeoutMs: total },
      upstreamModel: upstream === id ? undefined : upstream,
    };
    plan.add('Model', { names: [id], spec, from: rule });
    return { ...one, id };
  });
  if (isAlone) return;
  const first = Math.min(...ids.map(({ priority }) => priority));
  const members = ids.filter(({ priority }) => priority === first);
  const config = {
    ...{ alias: model, models: members.map(({ id }) => id) },
    weights: members.map(({ weight }) => weight),
  };
  const group = { policyType: 'model_group', config };
  plan.add('RoutingPolicy', { names: [`group-${model}`], spec: group, from: rule });
  const fallbacks = ids
    .filter(({ priority }) => priority !== first)
    .toSorted((a, b) => a.priority - b.priority)
    .map(({ id }) => id);
  if (fallbacks.length === 0) return;
  const spec = { policyType: 'fallback', config: { model, fallbacks } };
  plan.add('RoutingPolicy', { names: [`fallback-${model}`], spec, from: rule });
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

const DURATION = /^(?:[0-9]{1,5}(?:ms|s|m|h)){1,4}$/;

/** `timeouts.request`, as Gateway API writes durations: `1m30s`. None is for ever, as 0s says there. */
function millisecondsOf(timeouts: Part | undefined): number | undefined {
  const written = timeouts?.text('request');
  if (written === undefined) return undefined;
  if (!DURATION.test(written)) {
    timeouts?.lost('timeouts.request is no duration such as 1m30s, and left out');
    return undefined;
  }
  const parts = [...written.matchAll(/([0-9]+)(ms|s|m|h)/g)];
  const total = parts.reduce(
    (sum, [, number, unit = '']) => sum + Number(number) * (UNITS[unit] ?? 0),
    0,
  );
  return total === 0 ? undefined : total;
}
