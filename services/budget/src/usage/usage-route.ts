import { only } from '@aicp/api-kit/route/not-possible';
import { Problem } from '@aicp/common/errors/problem';
import { faultLine, readPlainly } from '@aicp/common/errors/read-plainly';
import { USAGE_PATH, usageBatch } from '@aicp/contracts/usage/usage-batch';
import express, { Router } from 'express';
import type { GatewayCaller } from '../access/gateway-caller.ts';
import type { Ingestion } from './ingestion.ts';

/** What a gateway puts into one batch at most. */
const BODY_LIMIT = '8mb';

export interface UsageRouteOptions {
  readonly ingestion: Pick<Ingestion, 'take'>;
  readonly gateway: GatewayCaller;
}

/** Where gateways deliver what happened. No route of the API: it is documented nowhere, and takes tokens of services alone. */
export function usageRoute({ ingestion, gateway }: UsageRouteOptions): Router {
  const router = Router();
  router.post(
    USAGE_PATH,
    gateway.required,
    express.json({ limit: BODY_LIMIT }),
    async (request, response) => {
      const { data, faults } = readPlainly(usageBatch, request.body);
      if (faults) throw new Problem(422, `This is no batch: ${faultLine(faults)}.`);
      gateway.requireOwn(request, data.replica);
      response.json(await ingestion.take(data));
    },
  );
  router.all(USAGE_PATH, only('POST'));
  return router;
}
