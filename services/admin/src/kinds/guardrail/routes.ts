import type { Route } from '@aicp/api-kit/route/route';
import { simulateRoute, statsRoute } from './fact-routes.ts';
import type { GuardrailNeeds } from './guardrail-needs.ts';
import { testRoute } from './test-route.ts';

/** What guardrails have beyond the routes of every collection. */
export const guardrailRoutes = (needs: GuardrailNeeds): Route[] => [
  statsRoute(needs),
  simulateRoute(needs),
  testRoute(needs),
];
