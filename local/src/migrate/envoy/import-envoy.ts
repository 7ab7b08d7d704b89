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
  for (const route of routes) {
    const spec = route.at('spec');
    spec?.at('parentRefs');
    for (const rule of spec?.items('rules') ?? []) addRule(rule, backends, plan);
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

function addRule(rule: Part, backends: Backends, plan: Plan): void {
  const models = modelsOf(rule);
  const asked = rule.items('backendRefs').flatMap((reference) => askedBy(reference, backends));
  const total = millisecondsOf(rule.at('timeouts'));
  if (models.length === 0) {
    rule.lost(`a rule is left out: it has no match of ${MODEL_HEADER} by type Exact`);
  }
  if (asked.length === 0) return;
  for (const model of models) addModel(model, asked, { rule, plan, total });
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
  if (provider !== undefined) return [{ provider, upstream, weight, priority }];
  reference.lost(`${kind} ${name ?? ''} is not asked: no Provider could be made of it`);
  return [];
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
    const id = isAlone ? model : `${model}/${one.provider}${index === 0 ? '' : `-${index + 1}`}`;
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

/** `timeouts.request`, as Gateway API writes durations. */
function millisecondsOf(timeouts: Part | undefined): number | undefined {
  const [, number, unit = ''] = /^([0-9]+)(ms|s|m|h)$/.exec(timeouts?.text('request') ?? '') ?? [];
  const factor = UNITS[unit];
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}
