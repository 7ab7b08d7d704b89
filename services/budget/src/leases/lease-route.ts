import { only } from '@aicp/api-kit/route/not-possible';
import { Problem } from '@aicp/common/errors/problem';
import { faultLine, readPlainly } from '@aicp/common/errors/read-plainly';
import { LEASES_PATH, leaseCall } from '@aicp/contracts/budgets/lease-call';
import express, { Router } from 'express';
import type { GatewayCaller } from '../access/gateway-caller.ts';
import type { LeaseStore } from './lease-store.ts';

const BODY_LIMIT = '4mb';

/** Where gateways ask for money to spend. No route of the API, as `POST /usage` is none. */
export function leaseRoute({
  leases,
  gateway,
}: {
  readonly leases: Pick<LeaseStore, 'answer'>;
  readonly gateway: GatewayCaller;
}): Router {
  const router = Router();
  router.post(
    LEASES_PATH,
    gateway.required,
    express.json({ limit: BODY_LIMIT }),
    async (request, response) => {
      const { data, faults } = readPlainly(leaseCall, request.body);
      if (faults) throw new Problem(422, `This asks for no leases: ${faultLine(faults)}.`);
      gateway.requireOwn(request, data.replica);
      response.json(await leases.answer(data));
    },
  );
  router.all(LEASES_PATH, only('POST'));
  return router;
}
