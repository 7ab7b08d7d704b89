import type { DiagnosedModel, DiagnosedProvider, Offer, TestVerdict } from './diagnosed.ts';

/** Something that is wrong, and what to do about it. */
export interface Finding {
  /** `provider/openai`, `model/gpt-4o`, `gateway`. */
  readonly about: string;
  readonly text: string;
}

/** What is known of a provider. */
export interface Case {
  readonly provider: DiagnosedProvider;
  /** The Models that it serves. */
  readonly models: readonly DiagnosedModel[];
  /** Undefined where it could not be tested. */
  readonly verdict: TestVerdict | undefined;
  /** Undefined where its vendor's list is not known. */
  readonly offer: Offer | undefined;
}

/** What is wrong with a provider that is switched on, and with its models. */
export function findingsOn({ provider, models, verdict, offer }: Case): readonly Finding[] {
  const about = `provider/${provider.metadata.name}`;
  const active = models.filter(({ spec }) => spec.isActive);
  return [
    ...conditionFindings(about, provider.status.conditions),
    ...circuitFindings(about, provider),
    ...(verdict ? verdictFindings(about, verdict) : []),
    ...active.flatMap((model) => [
      ...conditionFindings(`model/${model.metadata.name}`, model.status.conditions),
      ...missingFindings(model, offer),
    ]),
  ];
}

/** Of Healthy, Unknown is no fault: nobody has asked for a while. */
const LOOKED_AT = ['Accepted', 'Programmed', 'Ready', 'Enforced', 'Healthy'];

function conditionFindings(
  about: string,
  conditions: DiagnosedProvider['status']['conditions'],
): readonly Finding[] {
  if (conditions.length === 0) {
    const text = 'the operator has said nothing of it yet: look whether the operator runs';
    return [{ about, text }];
  }
  return conditions
    .filter(({ type, status }) => LOOKED_AT.includes(type) && status !== 'True')
    .filter(({ type, status }) => type !== 'Healthy' || status === 'False')
    .filter(isSaidFirst)
    .map(({ type, status, reason, message }) => ({
      about,
      text: `${type} is ${status} (${reason}): ${message}`,
    }));
}

/** What keeps an object from one condition keeps it from the next, in the same words. */
const isSaidFirst = (
  { message }: { readonly message: string },
  index: number,
  all: readonly { readonly message: string }[],
): boolean => all.findIndex((one) => one.message === message) === index;

const circuitFindings = (about: string, { status }: DiagnosedProvider): readonly Finding[] =>
  status.health
    .filter(({ circuit }) => circuit === 'open')
    .map(({ replica, credential, reason, openUntil }) => ({
      about,
      text: `${replica} passes it over${openUntil === undefined ? '' : ` until ${openUntil}`}, as requests with the credential ${credential} failed${reason === undefined ? '' : ` (${reason})`}: mend that, and it is tried again by itself`,
    }));

/** A type that cannot be asked is none: `notesOn` says so. */
const verdictFindings = (
  about: string,
  { ok, reason, message }: TestVerdict,
): readonly Finding[] =>
  ok || reason === NOT_TESTABLE ? [] : [{ about, text: `${reason ?? 'unknown'}: ${message}` }];

const NOT_TESTABLE = 'not_testable';

/** What could not be looked at, which is no fault. */
export const notesOn = ({ provider, verdict }: Case): readonly Finding[] =>
  verdict?.reason === NOT_TESTABLE
    ? [{ about: `provider/${provider.metadata.name}`, text: verdict.message }]
    : [];

/** A list that is cut says nothing of what it leaves out. */
function missingFindings({ metadata, spec }: DiagnosedModel, offer?: Offer): readonly Finding[] {
  if (!offer || offer.total > offer.models.length) return [];
  const name = spec.upstreamModel ?? spec.modelId;
  const isListed = offer.models.some(({ id }) => id === name || id === `${name}:latest`);
  if (isListed) return [];
  const text = `${spec.provider} lists no model "${name}": unless it is another name of the vendor’s for one, correct upstreamModel (\`aicp models import --provider ${spec.provider} --dry-run\` lists what there is)`;
  return [{ about: `model/${metadata.name}`, text }];
}

/** A finding as one line. */
export const lineOf = ({ about, text }: Finding): string =>
  `${about}: ${text}`.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
