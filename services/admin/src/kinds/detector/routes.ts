import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import {
  BUILT_IN_DETECTORS,
  builtInTerms,
  termsOfDetector,
} from '@aicp/contracts/guardrails/terms/guardrail-terms';
import { FINDING_ACTIONS } from '@aicp/contracts/guardrails/verdict';
import type { DetectorTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { detector } from '@aicp/crds/detector';
import { compileDetectors } from '@aicp/detection/compile-detectors';
import { DetectorFault } from '@aicp/detection/detector-fault';
import { Redactor, strictestAction } from '@aicp/detection/redact';
import { z } from 'zod';
import { defineRoute } from '../../access/define-route.ts';
import { permissionTo } from '../../access/permissions.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';

/** UTF-16 units of a text: so many are looked at at once, while nobody else is answered. */
const MOST_TEXT = 65_536;

const ALL = 'all';

const scanBody = z.strictObject({
  text: z.string().max(MOST_TEXT).meta({ description: 'What is looked at. It is not kept.' }),
  detectors: z.array(z.string().min(1).max(253)).min(1).max(100).default([ALL]).meta({
    description:
      'Ids of detectors; `pii`, `secrets` and `injection` are there without being made. `all` stands for these three.',
  }),
});

const scanned = z.object({
  findings: z.array(
    z.object({
      label: z.string(),
      start: z.int().meta({ description: 'UTF-16 units from the beginning of the text.' }),
      end: z.int().meta({ description: 'The first unit behind it.' }),
      score: z.number(),
      action: z.enum(FINDING_ACTIONS),
      detector: z.string(),
    }),
  ),
  redacted_text: z.string(),
  action: z
    .enum(FINDING_ACTIONS)
    .nullable()
    .meta({ description: 'The strictest of all; null where nothing was found.' }),
});

/** What detectors have beyond the endpoints of every collection: looking at a text with them. */
export const detectorRoutes = (detectors: CollectionService): Route[] => [
  defineRoute({
    method: 'post',
    path: '/api/v1/scan',
    operationId: 'scanText',
    tag: 'Detectors',
    summary: 'Look at a text with detectors',
    description:
      'Says what they find, and what a guardrail that names them would do. Nothing of the text is stored, logged or audited.',
    permission: permissionTo('read', detectors.collection),
    body: scanBody,
    bodyExample: { text: 'Write to ada@example.com.', detectors: ['pii'] },
    answers: { 200: { description: 'What was found.', schema: scanned } },
    errors: [404, 409],
    handler: async (context) => {
      const { text, detectors: ids } = context.body;
      return { status: 200, body: scan(text, await termsOf(detectors, context, ids)) };
    },
  }),
];

async function termsOf(
  detectors: CollectionService,
  context: RouteContext,
  ids: readonly string[],
): Promise<DetectorTerms[]> {
  const named = new Set(ids.flatMap((id) => (id === ALL ? BUILT_IN_DETECTORS : [id])));
  const terms: DetectorTerms[] = [];
  for (const id of named) {
    const builtIn = BUILT_IN_DETECTORS.find((one) => one === id);
    if (builtIn) terms.push(builtInTerms(builtIn, builtIn === 'injection' ? 'block' : 'redact'));
    else terms.push(await ownTerms(detectors, context, id));
  }
  return terms;
}

/** Of a Detector that the caller may read. */
async function ownTerms(
  detectors: CollectionService,
  context: RouteContext,
  id: string,
): Promise<DetectorTerms> {
  const { spec } = await detectors.get(context, id);
  const read = detector.spec.safeParse(spec);
  if (!read.success) throw unusable(`Detector "${id}" cannot be read`);
  return termsOfDetector(id, read.data);
}

function scan(text: string, terms: readonly DetectorTerms[]): z.output<typeof scanned> {
  const findings = readyFor(terms).scan(text);
  return {
    findings: findings.map(({ label, start, end, score, action, detector: id }) => ({
      ...{ label, start, end, score, action },
      detector: id,
    })),
    redacted_text: new Redactor().redact(text, findings),
    action: strictestAction(findings) ?? null,
  };
}

function readyFor(terms: readonly DetectorTerms[]) {
  try {
    return compileDetectors(terms);
  } catch (error) {
    if (error instanceof DetectorFault) throw unusable(error.message.replace(/\.$/, ''));
    throw error;
  }
}

const unusable = (what: string): Problem => new Problem(409, `${what}: see its conditions.`);
