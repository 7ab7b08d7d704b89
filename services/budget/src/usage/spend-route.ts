import { bearerOf, type ServiceCheck } from '@aicp/api-kit/access/service-token';
import { only } from '@aicp/api-kit/route/not-possible';
import { Problem, unauthorized } from '@aicp/common/errors/problem';
import { faultLine, readPlainly } from '@aicp/common/errors/read-plainly';
import {
  SPEND_PATH,
  spendQuestions,
  type SpendAnswer,
} from '@aicp/contracts/budgets/spend-question';
import { Router } from 'express';
import type { SpendTracker } from '../spend/spend-tracker.ts';

export interface SpendRouteOptions {
  readonly tracker: Pick<SpendTracker, 'figures'>;
  /** Undefined: nobody may ask. */
  readonly isAsker: ServiceCheck | undefined;
}

/** Where other services ask what somebody has spent. No route of the API, as `POST /usage` is none. */
export function spendRoute({ tracker, isAsker }: SpendRouteOptions): Router {
  const router = Router();
  router.get(SPEND_PATH, async (request, response) => {
    if (!(await isAsker?.(bearerOf(request)))) throw unauthorized(NOT_FOR_YOU);
    const { figures } = tracker;
    if (!figures) throw notYet();
    const { data, faults } = readPlainly(spendQuestions, parsed(request.query['subjects']));
    if (faults) throw new Problem(422, `These are no subjects: ${faultLine(faults)}.`);
    const answer: SpendAnswer = data.map(({ scope, organization, value, window }) => ({
      spent: String(figures.spent({ scope, organization, value }, window)),
      reserved: String(figures.reserved({ scope, organization, value }, window)),
      period_start: new Date(figures.periods[window].startsMs).toISOString(),
      period_end: new Date(figures.periods[window].endsMs).toISOString(),
    }));
    response.json(answer);
  });
  router.all(SPEND_PATH, only('GET, HEAD'));
  return router;
}

const NOT_FOR_YOU = 'Only ServiceAccounts of AICP_SPEND_SERVICE_ACCOUNTS may ask this.';

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch (error) {
    throw new Problem(422, 'subjects must be JSON.', { cause: error });
  }
}

/** What was spent has not been read since the start. */
export const notYet = (): Problem =>
  new Problem(503, 'What was spent has not been read yet: try again in a moment.', {
    headers: { 'Retry-After': '1' },
  });
