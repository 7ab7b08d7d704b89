import { isPiiEntity } from '@aicp/contracts/guardrails/entities';
import { isPlainAddress } from '../plan/secrets.ts';
import { madeBy, type Plan } from '../plan/plan.ts';
import { variableIn, type Part } from '../source/part.ts';

type Spec = Readonly<Record<string, unknown>>;

/** One entry of `guardrails`. */
interface Reading {
  readonly name: string;
  readonly params: Part;
  readonly plan: Plan;
}

const SPECS: ReadonlyMap<string, (reading: Reading) => readonly Spec[]> = new Map([
  ['presidio', ofPresidio],
  ['openai_moderation', ofModeration],
  ['hide-secrets', () => [{ enableSecretsDetection: true }]],
  ['hide_secrets', () => [{ enableSecretsDetection: true }]],
  ['litellm_content_filter', ofWords],
]);

/** Makes a Guardrail of each entry of `guardrails` that has one like it. */
export function addGuardrails(root: Part, plan: Plan): void {
  for (const part of root.items('guardrails')) {
    const name = part.text('guardrail_name') ?? 'guardrail';
    const params = part.at('litellm_params');
    const type = params?.text('guardrail') ?? 'it';
    const specs = SPECS.get(type);
    if (params && specs) addGuardrail({ name, params, plan }, specs);
    else {
      params?.members();
      part.lost(
        `guardrail ${name} is not made: there is none like ${type} here; a judge of yours can be asked by external.type http`,
      );
    }
  }
}

function addGuardrail(reading: Reading, specs: (reading: Reading) => readonly Spec[]): void {
  const { name, params: from, plan } = reading;
  const shared = whenOf(from);
  for (const spec of specs(reading)) {
    plan.add('Guardrail', { names: [name], spec: { ...shared, ...spec }, from });
  }
}

/** When it looks, and whether it acts: one that requests have to ask for is switched off, as none can be asked for here. */
function whenOf(params: Part): Spec {
  const modes = params.texts('mode');
  const isOn = params.flag('default_on') === true;
  if (!isOn) {
    params.lost(
      'a guardrail without default_on acts where a request names it, which none can here: it is switched off',
    );
  }
  const input = modes.some((mode) => mode === 'pre_call' || mode === 'during_call');
  const output = modes.includes('post_call');
  const stages = [...(input ? ['input'] : []), ...(output ? ['output'] : [])];
  return {
    ...(stages.length > 0 ? { stages } : {}),
    ...(modes.includes('logging_only') ? { mode: 'monitor' } : {}),
    ...(isOn ? {} : { isActive: false }),
  };
}

const ACTIONS: ReadonlyMap<string, string> = new Map([
  ['MASK', 'anonymize'],
  ['BLOCK', 'block'],
]);

/** Personal data is found by our own detectors, unless the analyzer is to look for all that it knows. */
function ofPresidio({ params }: Reading): readonly Spec[] {
  const restore = params.flag('output_parse_pii') === true ? { restore: true } : {};
  const entities = params.at('pii_entities_config');
  const analyzer = params.text('presidio_analyzer_api_base');
  const external = analyzer === undefined ? undefined : analyzerAt(analyzer, params);
  if (!entities) {
    return [external ? { external, ...restore } : { enablePiiDetection: true, ...restore }];
  }
  const byAction = new Map<string, string[]>();
  for (const [entity, part] of entities.members()) {
    const action = ACTIONS.get(String(part.value));
    if (!isPiiEntity(entity) || action === undefined) {
      part.lost(
        `${entity} is not looked for: our detectors know no such kind of personal data, or the action is neither MASK nor BLOCK`,
      );
    } else byAction.set(action, [...(byAction.get(action) ?? []), entity]);
  }
  return [...byAction].map(([piiAction, piiEntities]) => ({
    ...{ enablePiiDetection: true, piiAction, piiEntities },
    ...restore,
  }));
}

function analyzerAt(address: string, params: Part): Spec | undefined {
  if (variableIn(address) === undefined && isPlainAddress(address)) {
    return { type: 'presidio', url: `${address.replace(/\/+$/, '')}/analyze` };
  }
  params.lost(
    'presidio_analyzer_api_base is no plain address: our own detectors look for personal data instead',
  );
  return undefined;
}

function ofModeration({ name, params, plan }: Reading): readonly Spec[] {
  const written = params.text('api_key');
  const variable = written === undefined ? 'OPENAI_API_KEY' : variableIn(written);
  const secret = {
    ...{ name: variable ?? `${name}-key`, key: 'api-key' },
    holds: variable === undefined ? `key ${written ?? ''}` : `variable ${variable}`,
    todo: madeBy(`--from-literal=api-key=${variable === undefined ? '…' : `"$${variable}"`}`),
  };
  const secretRef = plan.secret(secret, params);
  const url = 'https://api.openai.com/v1/moderations';
  return [{ external: { type: 'openai_moderation', url, secretRef } }];
}

function ofWords({ params }: Reading): readonly Spec[] {
  const words = params.items('blocked_words').flatMap((part) => {
    const keyword = part.text('keyword');
    if (keyword !== undefined && part.text('action') === 'BLOCK') return [keyword];
    part.lost('a word is blocked, or nothing: it is left out');
    return [];
  });
  if (words.length > 0) return [{ blockedKeywords: words }];
  params.lost('no Guardrail is made: it has no blocked_words that block');
  return [];
}
