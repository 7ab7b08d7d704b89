import type { About } from '@aicp/api-kit/openapi/document';

/** Of the product, as `GET /version` and the operator's list of replicas say it. */
export const VERSION = '0.1.0';

const DESCRIPTION = `Runs workflows: templates of steps that ask models, tools, agents and people.

A list is a bare JSON array, paged by \`limit\` and \`cursor\`; \`Link\` names the next page. Amounts are USD. Errors are RFC 9457 problems whose
\`detail\` says what to do.`;

/** What the API says of itself. */
export const ABOUT: About = {
  title: 'AI control plane, workflow engine',
  description: DESCRIPTION,
  version: VERSION,
};
