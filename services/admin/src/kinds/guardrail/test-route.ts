import type { Route } from '@aicp/api-kit/route/route';
import type { Principal } from '@aicp/api-kit/access/principal';
import { MASK } from '@aicp/api-kit/audit/mask';
import {
  BUILT_IN_DETECTORS,
  guardrailTerms,
  KEYWORDS,
  termsOfDetector,
} from '@aicp/contracts/guardrails/terms/guardrail-terms';
import {
  GUARDRAIL_STAGES,
  GUARDRAIL_VERDICTS,
  type FindingAction,
  type GuardrailStage,
} from '@aicp/contracts/guardrails/verdict';
import type { DetectorTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { detector } from '@aicp/crds/detector';
import { guardrail, type GuardrailSpec } from '@aicp/crds/guardrail';
import { Problem } from '@aicp/common/errors/problem';
import { z } from 'zod';
import { defineRoute } from '../../access/define-route.ts';
import { permissionTo } from '../../access/permissions.ts';
import { idIn } from '../../resources/collections/collection-routes.ts';
import { isForeignPlatforms, readableFor } from '../../resources/rights.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import { isUsable, scanned, scannedText, scanText } from '../detector/scan-text.ts';
import type { GuardrailNeeds } from './guardrail-needs.ts';

const EXTERNAL = 'external';

const body = z.strictObject({
  text: scannedText,
  stage: z.enum(GUARDRAIL_STAGES).default('input').meta({
    description: 'Whether it is looked at as a request or as an answer.',
  }),
});

const tested = scanned.extend({
  verdict: z.enum(GUARDRAIL_VERDICTS).meta({
    description:
      'What it would say of a request with this text; `skipped` where it does not look at the stage, `error` where it cannot judge without a Detector that is missing.',
  }),
  is_monitor: z.boolean().meta({ description: 'Whether it only watches: nothing is done then.' }),
  left_out: z.array(z.string()).meta({
    description:
      'What had no say: `external`, since no judge is asked here, and Detectors that do not exist or cannot be used. Of a guardrail of the platform, organizations are told of those alone that they may read.',
  }),
});

/** `POST /guardrails/{id}/test`: what a guardrail finds in a text, whether it is active or not. */
export const testRoute = (needs: TestNeeds): Route =>
  defineRoute({
    method: 'post',
    path: '/api/v1/guardrails/{id}/test',
    operationId: 'testGuardrail',
    tag: needs.service.collection.tag,
    summary: 'Look at a text with a guardrail',
    description:
      'With its own detectors, whether it is active or not, and whatever `applies_to` says; its judge is not asked. Nothing of the text is stored, logged or audited.',
    permission: permissionTo('read', needs.service.collection),
    body,
    bodyExample: { text: 'Write to ada@example.com.' },
    answers: { 200: { description: 'What came of it.', schema: tested } },
    errors: [404, 409],
    changesNothing: true,
    handler: async (context) => {
      const { service } = needs;
      const found = await service.get(context, idIn(context));
      const tested = await test(found, context.body, needs);
      const isForeign = isForeignPlatforms(service.collection, found, context.principal);
      return {
        status: 200,
        body: isForeign ? withoutForeign(tested, context.principal, needs) : tested,
      };
    },
  });

type TestNeeds = Pick<GuardrailNeeds, 'service' | 'store' | 'detectors' | 'scanner'>;

/** What came of it, without the names of Detectors that are not the reader's to know. */
function withoutForeign(
  { findings, left_out: leftOut, ...told }: z.output<typeof tested>,
  reader: Principal,
  { store, detectors: { collection } }: TestNeeds,
): z.output<typeof tested> {
  const isReadable = readableFor(reader);
  const isTold = (id: string): boolean => {
    const found = store.find(detector, id, ({ metadata }) => metadata.name === id);
    return OURS.includes(id) || (found !== undefined && isReadable(collection, found));
  };
  return {
    ...told,
    findings: findings.map((one) => (isTold(one.detector) ? one : { ...one, detector: MASK })),
    left_out: leftOut.filter(isTold),
  };
}

/** What stands among names of Detectors and is none. */
const OURS: readonly string[] = [...BUILT_IN_DETECTORS, KEYWORDS, EXTERNAL];

async function test(
  object: StoredObject,
  { text, stage }: z.output<typeof body>,
  { store, scanner }: Pick<TestNeeds, 'store' | 'scanner'>,
): Promise<z.output<typeof tested>> {
  const { data: spec } = guardrail.spec.safeParse(object.spec);
  if (!spec) throw new Problem(409, 'The guardrail cannot be read: see its conditions.');
  const { terms, leftOut, isLacking } = termsOf(spec, store);
  const isLooked = spec.stages.includes(stage);
  const found = await scanText(text, isLooked ? termsAt(stage, terms) : [], scanner);
  return {
    ...found,
    verdict: isLooked ? verdictOf(found.action, isLacking) : 'skipped',
    is_monitor: spec.mode === 'monitor',
    left_out: leftOut,
  };
}

/** Attempts to override instructions are looked for in requests alone. */
const termsAt = (stage: GuardrailStage, terms: readonly DetectorTerms[]): DetectorTerms[] =>
  terms.filter(({ type }) => stage === 'input' || type !== 'injection');

const VERDICTS = { block: 'blocked', redact: 'redacted', flag: 'passed' } as const;

/** Without one of its Detectors it cannot judge, unless the others block. */
function verdictOf(action: FindingAction | null, isLacking: boolean) {
  if (isLacking && action !== 'block') return 'error';
  return action === null ? 'passed' : VERDICTS[action];
}

/** What it looks for, and what of that cannot be used. */
function termsOf(
  spec: GuardrailSpec,
  store: Pick<ObjectStore, 'find'>,
): {
  readonly terms: readonly DetectorTerms[];
  readonly leftOut: string[];
  readonly isLacking: boolean;
} {
  const named = [...new Set(spec.detectors ?? [])].map((name) => ({
    name,
    terms: usableTerms(name, spec, store),
  }));
  const usable = named.flatMap(({ terms }) => terms ?? []);
  return {
    isLacking: usable.length < named.length,
    terms: guardrailTerms(spec, usable),
    leftOut: [
      ...(spec.external ? [EXTERNAL] : []),
      ...named.flatMap(({ name, terms }) => (terms ? [] : [name])),
    ],
  };
}

/** Of a Detector that the guardrail may name: those of its organization and the platform's, and any where it is the platform's. Undefined: it cannot be used. */
function usableTerms(
  name: string,
  { organizationId }: GuardrailSpec,
  store: Pick<ObjectStore, 'find'>,
): DetectorTerms | undefined {
  const found = store.find(detector, name, ({ metadata, spec }) => {
    const owner = spec['organizationId'];
    const isAny = owner === undefined || organizationId === undefined;
    return metadata.name === name && (isAny || owner === organizationId);
  });
  const { data } = detector.spec.safeParse(found?.spec);
  const terms = data && termsOfDetector(name, data);
  return terms && isUsable(terms) ? terms : undefined;
}
