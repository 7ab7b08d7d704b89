import { bearerOf, type ServiceCheck } from '@aicp/api-kit/access/service-token';
import { Problem, unauthorized } from '@aicp/common/errors/problem';
import { faultLine, readPlainly } from '@aicp/common/errors/read-plainly';
import { USAGE_PATH, usageBatch } from '@aicp/contracts/usage/usage-batch';
import express, { Router } from 'express';
import type { Ingestion } from './ingestion.ts';

/** What a gateway puts into one batch at most. */
const BODY_LIMIT = '8mb';

export interface UsageRouteOptions {
  readonly ingestion: Pick<Ingestion, 'take'>;
  /** Whether a bearer token is a gateway's. Rejects where that cannot be found out now. */
  readonly isSender: ServiceCheck;
}

/** Where gateways deliver what happened. No route of the API: it is documented nowhere, and takes tokens of services alone. */
export function usageRoute({ ingestion, isSender }: UsageRouteOptions): Router {
  const router = Router();
  router.post(
    USAGE_PATH,
    async (request, _response, next) => {
      // Before the body is read: nobody else may make us parse one of that size.
      if (!(await isSender(bearerOf(request)))) throw unauthorized('Only gateways may.');
      next();
    },
    express.json({ limit: BODY_LIMIT }),
    async (request, response) => {
      const { data, faults } = readPlainly(usageBatch, request.body);
      if (faults) throw new Problem(422, `This is no batch: ${faultLine(faults)}.`);
      response.json(await ingestion.take(data));
    },
  );
  return router;
}
