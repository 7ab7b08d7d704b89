import { faultLine, readPlainly } from '@aicp/common/errors/read-plainly';
import { Problem, unauthorized } from '@aicp/common/errors/problem';
import { OBSERVATIONS_PATH, observationReport } from '@aicp/contracts/audit/observation';
import { only } from '@aicp/api-kit/route/not-possible';
import { bearerOf } from '@aicp/api-kit/access/service-token';
import express, { Router } from 'express';
import type { ObservationInbox } from './observation-inbox.ts';

export interface ObservationRouteOptions {
  readonly inbox: Pick<ObservationInbox, 'take'>;
  /** Whether a bearer token is the operator's. Rejects where that cannot be found out now. */
  readonly isOperator: (token: string) => Promise<boolean>;
}

/** A hundred objects with long texts, or the names of a hundred thousand. */
const BODY_LIMIT = '16mb';

/** Where the operator tells what it saw. No route of the API: it is documented nowhere, and takes one token alone. */
export function observationRoute({ inbox, isOperator }: ObservationRouteOptions): Router {
  const router = Router();
  router.post(
    OBSERVATIONS_PATH,
    async (request, _response, next) => {
      // Before the body is read: nobody else may make us parse one of that size.
      if (!(await isOperator(bearerOf(request)))) throw unauthorized('Only the operator may.');
      next();
    },
    express.json({ limit: BODY_LIMIT }),
    async (request, response) => {
      const { data, faults } = readPlainly(observationReport, request.body);
      if (faults) throw new Problem(422, `This is no report: ${faultLine(faults)}.`);
      response.json({ wanted: await inbox.take(data) });
    },
  );
  router.all(OBSERVATIONS_PATH, only('POST'));
  return router;
}
