import { MAX_BODY_BYTES } from '@aicp/api-kit/route/read-input';
import { defineRoute, type Route } from '@aicp/api-kit/route/route';
import { Problem, type FieldError } from '@aicp/common/errors/problem';
import { openRoute, type RouteParts } from '../access/route-parts.ts';
import {
  batchAnswer,
  batchBody,
  predictBody,
  prediction,
  type PredictBody,
  type Prediction,
} from './predict-body.ts';
import { NO_DEFAULT_MODEL } from './route-for.ts';
import type { Predictor, PredictionFor } from './predictor.ts';

const TAG = 'Predictions';
const KEYED =
  'A key (`X-Api-Key`, or `Authorization: Bearer`) adds its budgets, its own history, and the models that are its organization’s.';

/** `POST /predict` and `POST /predict/batch`. */
export const predictRoutes = (parts: RouteParts & { readonly predictor: Predictor }): Route[] => [
  defineRoute({
    ...openRoute(parts),
    method: 'post',
    path: '/predict',
    operationId: 'predict',
    summary: 'What a request will cost',
    description: KEYED,
    tag: TAG,
    body: predictBody,
    bodyExample: {
      model: 'gpt-4o',
      messages: [{ role: 'user', content: 'Hello' }],
      max_tokens: 500,
    },
    bodyBytes: MAX_BODY_BYTES,
    alsoWrong: (body) => unnamedModel(body, '', parts),
    errors: [401, 403, 404, 429, 503],
    answers: { 200: { description: 'The estimate.', schema: prediction } },
    handler: async ({ body, request, requestId }) => {
      const caller = parts.callers.of(request);
      return { status: 200, body: await parts.predictor.predict(body, { caller, requestId }) };
    },
  }),
  defineRoute({
    ...openRoute(parts),
    method: 'post',
    path: '/predict/batch',
    operationId: 'predictBatch',
    summary: 'What several requests will cost',
    description: `Answers in the order of the requests: an estimate, or why there is none. ${KEYED}`,
    tag: TAG,
    body: batchBody,
    bodyBytes: MAX_BODY_BYTES,
    alsoWrong: (body) =>
      Array.isArray(body)
        ? body.flatMap((one, index) => unnamedModel(one, `${index}.`, parts))
        : [],
    answers: { 200: { description: 'The estimates.', schema: batchAnswer } },
    handler: async ({ body, request, requestId }) => {
      const caller = parts.callers.of(request);
      const body200: (Prediction | { status: number; detail: string })[] = [];
      for (const [index, one] of body.entries()) {
        const of = { caller, requestId: `${requestId}/${index}` };
        body200.push(await predictOne(parts.predictor, one, of));
      }
      return { status: 200, body: body200 };
    },
  }),
];

/** A model has to be named only where there is no default one, which no schema knows. */
function unnamedModel(body: unknown, at: string, { snapshot }: RouteParts): FieldError[] {
  const isNamed = typeof body !== 'object' || body === null || 'model' in body;
  if (isNamed || snapshot.current.tables.settings.defaultModel !== undefined) return [];
  return [{ path: `${at}model`, message: NO_DEFAULT_MODEL }];
}

async function predictOne(
  predictor: Predictor,
  body: PredictBody,
  of: PredictionFor,
): Promise<Prediction | { status: number; detail: string }> {
  try {
    return await predictor.predict(body, of);
  } catch (error) {
    if (error instanceof Problem) return { status: error.status, detail: error.detail };
    throw error;
  }
}
