import type { Route, RouteContext } from '@aicp/api-kit/route/route';
import {
  BUILT_IN_DETECTORS,
  builtInTerms,
  termsOfDetector,
} from '@aicp/contracts/guardrails/terms/guardrail-terms';
import type { DetectorTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import { detector } from '@aicp/crds/detector';
import { z } from 'zod';
import { defineRoute } from '../../access/define-route.ts';
import { permissionTo } from '../../access/permissions.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import { isForeignPlatforms } from '../../resources/rights.ts';
import { isUsable, scanned, scannedText, type Scanner, scanText, unusable } from './scan-text.ts';

const ALL = 'all';

const scanBody = z.strictObject({
  text: scannedText,
  detectors: z.array(z.string().min(1).max(253)).min(1).max(100).default([ALL]).meta({
    description:
      'Ids of detectors; `pii`, `secrets` and `injection` are there without being made. `all` stands for these three.',
  }),
});

/** What detectors have beyond the endpoints of every collection: looking at a text with them. */
export const detectorRoutes = (detectors: CollectionService, scanner: Scanner): Route[] => [
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
    changesNothing: true,
    handler: async (context) => {
      const { text, detectors: ids } = context.body;
      const terms = await termsOf(detectors, context, ids);
      return { status: 200, body: await scanText(text, terms, scanner) };
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
  const found = await detectors.get(context, id);
  const read = detector.spec.safeParse(found.spec);
  if (!read.success) throw unusable(`Detector "${id}" cannot be read`);
  const terms = termsOfDetector(id, read.data);
  // What is wrong with it would be told with its pattern.
  if (isForeignPlatforms(detectors.collection, found, context.principal) && !isUsable(terms)) {
    throw unusable(`Detector "${id}" cannot be used`);
  }
  return terms;
}
