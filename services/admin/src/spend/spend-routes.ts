import type { Route } from '@aicp/api-kit/route/route';
import { organizationUsageRoutes } from './openai/organization-routes.ts';
import { reportRoutes } from './reports/report-routes.ts';
import { SpendReports } from './reports/spend-reports.ts';
import { usageRoutes, type UsageNeeds } from './usage/usage-routes.ts';

/** All that says what was used and spent. */
export const spendRoutes = (needs: UsageNeeds): Route[] => [
  ...reportRoutes(new SpendReports(needs)),
  ...usageRoutes(needs),
  ...organizationUsageRoutes(needs),
];
