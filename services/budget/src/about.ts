import type { About } from '@aicp/api-kit/openapi/document';

/** Of the product, as `GET /version` and the operator's list of replicas say it. */
export const VERSION = '0.1.0';

const DESCRIPTION = `What budgets have spent in their window of now, and the alerts that came of it.

Amounts are USD. Figures are at most 2 seconds older than what the gateways have delivered. A list is a bare JSON array, paged by \`limit\`
and \`cursor\`; \`Link\` names the next page. Errors are RFC 9457 problems whose \`detail\` says what to do.`;

/** What the API says of itself. */
export const ABOUT: About = {
  title: 'AI control plane, budget service',
  description: DESCRIPTION,
  version: VERSION,
};
