import { bearerOf, type ServiceCheck } from '@aicp/api-kit/access/service-token';
import { Problem, unauthorized } from '@aicp/common/errors/problem';
import { faultLine, readPlainly } from '@aicp/common/errors/read-plainly';
import { LEASES_PATH, leaseCall } from '@aicp/contracts/budgets/lease-call';
import express, { Router } from 'express';
import type { LeaseStore } from './lease-store.ts';

const BODY_LIMIT = '4mb';

/** Where gateways ask for money to spend. No route of the API, as `POST /usage` is none. */
export function leaseRoute({
  leases,
  isSender,
}: {
  readonly leases: Pick<LeaseStore, 'answer'>;
  readonly isSender: ServiceCheck;
}): Router {
  const router = Router();
  router.post(
    LEASES_PATH,
    async (request, _response, next) => {
      if (!(await isSender(bearerOf(request)))) throw unauthorized('Only gateways may.');
      next();
    },
    express.json({ limit: BODY_LIMIT }),
    async (request, response) => {
      const { data, faults } = readPlainly(leaseCall, request.body);
      if (faults) throw new Problem(422, `This asks for no leases: ${faultLine(faults)}.`);
      response.json(await leases.answer(data));
    },
  );
  return router;
}
