import type {
  DetectorTerms,
  GuardrailFragment,
  JudgeCredentialFragment,
} from '@aicp/contracts/snapshot/sections/guardrails';
import { actionOf, guardrailTerms } from '@aicp/contracts/guardrails/terms/guardrail-terms';
import { guardrail, type GuardrailSpec } from '@aicp/crds/guardrail';
import { z } from 'zod';
import { whyUnguarded } from '../control-plane/switches.ts';
import { detectorView } from '../detector/kind.ts';
import { credentialAt, sendable, type Credential, type SecretRef } from '../kit/credential.ts';
import { faultsOf } from '../kit/faults-of.ts';
import {
  accepted,
  notAccepted,
  type KindVerdict,
  type SectionFragment,
} from '../kit/kind-verdict.ts';
import { lookUpModels, mayName, type LookedUpModel, type Lookup } from '../kit/lookup.ts';
import { operatorKind, type KeepFrom } from '../kit/operator-kind.ts';
import { missingReferences } from '../kit/references.ts';
import { sourceOf, type SourceObject } from '../kit/source-object.ts';

const SECTION = 'guardrails';
const CREDENTIALS = 'judge-credentials';

interface Gathered {
  /** Sentences on detectors, teams, keys and models that it names and do not exist. */
  readonly missing: readonly string[];
  /** What those of its Detectors look for that there are. */
  readonly detectors: readonly DetectorTerms[];
  /** Those of its Detectors that are not there for it, or cannot be used. */
  readonly lacking: readonly string[];
  readonly models: readonly LookedUpModel[];
  readonly credential: Credential;
  /** Why no guardrail acts. */
  readonly unguarded: string | undefined;
}

/**
 * A Guardrail, and the token of its judge in a section of its own. Of one that names what does not exist, or that is wrong in part, what
 * is left acts: it is never silently nothing. Where a Detector is missing it cannot judge, also where nothing else is left of it: gateways
 * are told, and `onFail` decides.
 */
export const guardrailKind = operatorKind<GuardrailSpec, Gathered, GuardrailFragment>({
  definition: guardrail,
  sections: () => [SECTION, CREDENTIALS],
  keptIn: SECTION,
  keep: keepGuardrail,
  mayGuard: ({ mode, isActive }) => mode !== 'monitor' && isActive !== false,
  gather: gatherGuardrail,
  decide: decideGuardrail,
});

function gatherGuardrail(spec: GuardrailSpec, lookup: Lookup, referrer: SourceObject): Gathered {
  const { appliesTo, organizationId: organization } = spec;
  const named = detectorsOf(spec, lookup);
  return {
    missing: [
      ...missingReferences(guardrail, spec, { lookup, referrer }).missing,
      ...named.flatMap(({ name, isThere, terms }) =>
        isThere && !terms
          ? [`detectors: Detector "${name}" cannot be used, see its conditions`]
          : [],
      ),
    ],
    detectors: named.flatMap(({ terms }) => (terms ? [terms] : [])),
    lacking: named.flatMap(({ name, terms }) => (terms ? [] : [name])),
    models: lookUpModels(appliesTo?.models ?? [], organization, lookup),
    credential: credentialOf(spec, lookup, referrer),
    unguarded: whyUnguarded(lookup),
  };
}

/** Its Detectors: whether each exists for it, and what it looks for where it can be used. */
const detectorsOf = ({ detectors = [], organizationId }: GuardrailSpec, lookup: Lookup) =>
  detectors.map((name) => {
    const found = lookup.referred('Detector', name);
    const isThere =
      found?.isOwned === true && mayName('Detector', organizationId, found.organization);
    return { name, isThere, terms: isThere ? detectorView(lookup, name) : undefined };
  });

function credentialOf(
  { external }: { readonly external?: { readonly secretRef?: SecretRef | undefined } | undefined },
  lookup: Pick<Lookup, 'secret'>,
  referrer: SourceObject,
): Credential {
  const ref = external?.secretRef;
  return ref ? sendable(ref, credentialAt(ref, lookup, referrer)) : { state: 'none' };
}

function decideGuardrail(
  object: SourceObject,
  spec: GuardrailSpec,
  gathered: Gathered,
): KindVerdict {
  const fragments = fragmentsOf(object, spec, gathered);
  const guards = spec.isActive && spec.mode === 'block';
  const verdict = { ...judged(spec, gathered, fragments), guards };
  if (!spec.isActive) return verdict;
  return { ...verdict, unenforced: gathered.unguarded ?? whyPartial(spec, gathered)?.[0] };
}

/** What becomes of requests while a Detector is missing; undefined where none is. */
function whyPartial(
  { mode, onFail }: GuardrailSpec,
  { lacking }: Gathered,
): readonly [string] | undefined {
  if (lacking.length === 0) return undefined;
  const names = lacking.map((name) => `"${name}"`).join(', ');
  return [`nobody looks for what ${names} would find: until then ${until(mode, onFail)}`];
}

function until(mode: GuardrailSpec['mode'], onFail: GuardrailSpec['onFail']): string {
  if (mode === 'monitor') return 'it records detector_missing, and goes on to do nothing';
  return onFail === 'block'
    ? 'all that it looks at is refused with detector_missing, since onFail is block'
    : 'what the rest of it lets pass goes on, with detector_missing on record, since onFail is allow';
}

/** What is said of it. */
function judged(
  spec: GuardrailSpec,
  gathered: Gathered,
  fragments: readonly SectionFragment[],
): KindVerdict {
  const { missing, credential } = gathered;
  const faults = faultsOf(guardrail.kind, spec);
  const without = credential.state === 'missing' ? [`external.secretRef: ${credential.why}`] : [];
  const isActing = spec.isActive && gathered.unguarded === undefined;
  const meanwhile = isActing ? whyPartial(spec, gathered) : undefined;
  const problems = [...faults, ...missing, ...without, ...(meanwhile ?? [])].join('; ');
  if (faults.length > 0) return notAccepted('Invalid', problems, fragments);
  if (missing.length > 0) return notAccepted('ReferenceNotFound', problems, fragments);
  if (without.length > 0) return notAccepted('SecretNotFound', problems, fragments);
  if (!spec.isActive) return accepted(fragments, ['inactive: it looks at no request']);
  return fragments.length > 0
    ? accepted(fragments)
    : { ...accepted(fragments, [LOOKS_FOR_NOTHING]), notEnforced: LOOKS_FOR_NOTHING };
}

const LOOKS_FOR_NOTHING =
  'it looks for nothing, and is left out: switch something on, or name detectors';

/** What the gateway is told: nothing of a guardrail that is off, or that looks for nothing. */
function fragmentsOf(
  object: SourceObject,
  spec: GuardrailSpec,
  { detectors, lacking, models, credential }: Gathered,
): SectionFragment[] {
  const terms = guardrailTerms(spec, detectors);
  const isLacking = lacking.length > 0;
  const isIdle = terms.length === 0 && !isLacking && !spec.external && spec.unscannable === 'allow';
  if (!spec.isActive || isIdle) return [];
  const source = sourceOf(object);
  const fragment: GuardrailFragment = {
    source,
    id: object.name,
    organization: spec.organizationId,
    mode: spec.mode,
    stages: spec.stages,
    appliesTo: appliesTo(spec, models),
    restore: spec.restore,
    unscannable: spec.unscannable,
    onFail: spec.onFail,
    detectors: terms,
    ...(isLacking && { lacksDetectors: true }),
    judge: judgeOf(spec, credential),
  };
  const all: SectionFragment[] = [{ section: SECTION, fragment }];
  return credential.state === 'set'
    ? [...all, tokenOf(source, object.name, credential.value)]
    : all;
}

/** A name that nothing has yet stays in its list: without it, the list might be none, which means everything. */
function appliesTo(
  { appliesTo: lists }: GuardrailSpec,
  models: readonly LookedUpModel[],
): GuardrailFragment['appliesTo'] {
  const said = {
    ...filled('models', [...new Set(models.map(({ name, found }) => found?.id ?? name))]),
    ...filled('teams', lists?.teams),
    ...filled('keys', lists?.keys),
  };
  return Object.keys(said).length > 0 ? said : undefined;
}

/** An empty list says as much as none. */
const filled = (name: string, list: string[] | undefined): Record<string, string[]> =>
  list !== undefined && list.length > 0 ? { [name]: list } : {};

function judgeOf(
  { external, enableToxicity, toxicityThreshold, piiAction }: GuardrailSpec,
  credential: Credential,
): GuardrailFragment['judge'] {
  if (!external) return undefined;
  const { type, url, timeoutMs } = external;
  const looksForToxicity = enableToxicity && type !== 'presidio';
  return {
    type,
    url,
    credential: credential.state,
    timeoutMs,
    piiAction: actionOf(piiAction),
    ...(looksForToxicity ? { toxicityThreshold: Number(toxicityThreshold) } : {}),
  };
}

function tokenOf(
  source: GuardrailFragment['source'],
  name: string,
  token: string,
): SectionFragment {
  const fragment: JudgeCredentialFragment = { source, guardrail: name, token };
  return { section: CREDENTIALS, fragment };
}

/** Its last good form, with the token that today's reference names; without one, its judge cannot be asked, and that is as when it fails. */
function keepGuardrail(
  fragment: GuardrailFragment,
  { object, lookup }: KeepFrom,
): readonly SectionFragment[] {
  const said = ofSomebody.parse(object.spec);
  if (fragment.organization !== said.organizationId) return [];
  const { judge } = fragment;
  if (!judge || judge.credential === 'none') return [{ section: SECTION, fragment }];
  const credential = credentialOf(said, lookup, object);
  const state = credential.state === 'set' ? 'set' : 'missing';
  const kept: SectionFragment = {
    section: SECTION,
    fragment: { ...fragment, judge: { ...judge, credential: state } },
  };
  return credential.state === 'set'
    ? [kept, tokenOf(fragment.source, object.name, credential.value)]
    : [kept];
}

/** What can be told of a spec of which the rest may be unreadable. */
const ofSomebody = z
  .object({
    organizationId: z.string().optional().catch(undefined),
    external: z
      .object({ secretRef: z.object({ name: z.string(), key: z.string() }).optional() })
      .optional()
      .catch(undefined),
  })
  .catch({ organizationId: undefined, external: undefined });
