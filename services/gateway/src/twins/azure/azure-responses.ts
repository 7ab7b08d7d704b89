import {
  TwinRefusal,
  type TwinReply,
  type TwinRequest,
  type TwinRoute,
} from '../kit/start-twin.ts';
import { jsonBody, refused } from '../openai/responses/read-question.ts';
import { responsesRoutes } from '../openai/responses/responses-routes.ts';
import type { StoredResponses } from '../openai/responses/stored-responses.ts';
import { FILTERED, RESULTS } from './content-filters.ts';

/** What Azure says in each response of what its filters found. */
const BESIDE = {
  content_filters: [
    { blocked: false, source_type: 'prompt', content_filter_results: RESULTS },
    { blocked: false, source_type: 'completion', content_filter_results: RESULTS },
  ],
};

/** The first dated version that has Responses. */
const FIRST_WITH_RESPONSES = '2025-03-01';

/**
 * Responses as Azure serves them (learn.microsoft.com, "Use the Azure OpenAI Responses API", and its inference.json of 2025-03-01-preview): those of version 1 as
 * OpenAI's, with what its filters found; by a date, from a version on, without background and cancellations. Keys are looked at before.
 */
export function azureResponses(
  stored: StoredResponses,
  form: 'v1' | 'dated',
): readonly TwinRoute[] {
  const base = form === 'v1' ? '/openai/v1' : '/openai';
  const routes = responsesRoutes({ stored, base, check: () => undefined, beside: BESIDE });
  return routes.map((route) => ({
    ...route,
    answer: (request) => {
      if (form === 'dated') checkDated(request);
      return filtered(request, route);
    },
  }));
}

/** Throws a refusal of what the dated versions have not. */
function checkDated({ method, path, query, body }: TwinRequest): void {
  const isThere = (query.get('api-version') ?? '') >= FIRST_WITH_RESPONSES;
  if (!isThere || path.endsWith('/cancel'))
    throw new TwinRefusal(404, { error: { code: '404', message: 'Resource not found' } });
  if (method !== 'POST') return;
  const asked = jsonBody(body);
  if (typeof asked === 'object' && asked !== null && 'background' in asked)
    throw refused(400, "Unknown parameter: 'background'.", 'background', 'unknown_parameter');
}

function filtered(request: TwinRequest, route: TwinRoute): TwinReply {
  if (request.body.includes('a jailbreak')) throw new TwinRefusal(400, FILTERED);
  return route.answer(request);
}
