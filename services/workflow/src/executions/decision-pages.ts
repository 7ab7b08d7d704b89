import { bearerOf } from '@aicp/api-kit/access/service-token';
import { only } from '@aicp/api-kit/route/not-possible';
import { Problem, unauthorized } from '@aicp/common/errors/problem';
import { faultLine, readPlainly } from '@aicp/common/errors/read-plainly';
import { DECISIONS_PATH, decisionsTaken } from '@aicp/contracts/workflows/decision-record';
import express, { Router, type RequestHandler } from 'express';
import type { UsedAssertions } from '../access/used-assertions.ts';
import type { DecisionStore } from '../store/decision-store.ts';

/** Two hundred ids, and some room. */
const BODY_LIMIT = '64kb';

/** Where the admin service takes over what people decided. No route of the API: it is documented nowhere, and takes credentials alone that the admin service makes for this. */
export function decisionPages(parts: {
  readonly decisions: Pick<DecisionStore, 'untaken' | 'taken'>;
  readonly admins: Pick<UsedAssertions, 'take'>;
}): Router {
  const { decisions, admins } = parts;
  const admit: RequestHandler = (request, _response, next) => {
    if (!admins.take(bearerOf(request))) throw unauthorized('Only the admin service may.');
    next();
  };
  const router = Router();
  router.get(DECISIONS_PATH, admit, async (_request, response) => {
    response.json({ decisions: await decisions.untaken() });
  });
  router.post(
    DECISIONS_PATH,
    admit,
    express.json({ limit: BODY_LIMIT }),
    async (request, response) => {
      const { data, faults } = readPlainly(decisionsTaken, request.body);
      if (faults) throw new Problem(422, `These are no ids of decisions: ${faultLine(faults)}.`);
      await decisions.taken(data.ids);
      response.json({});
    },
  );
  router.all(DECISIONS_PATH, only('GET, POST'));
  return router;
}
