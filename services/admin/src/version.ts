import type { About } from '@aicp/api-kit/openapi/document';

/** Of the product, as `GET /version` and the operator's list of replicas say it. */
export const VERSION = '0.1.0';

const DESCRIPTION = `Everything that an administrator of the AI control plane decides is a Kubernetes object, and this API writes those
objects: what it creates, \`kubectl get\` shows and Git can adopt.

Sign in with \`POST /auth/login\`, then send the token as \`Authorization: Bearer …\`. A list is a bare JSON array, paged by \`limit\` and
\`cursor\`; \`Link\` names the next page. Errors are RFC 9457 problems whose \`detail\` says what to do.

A \`POST\` with an \`Idempotency-Key\` may be sent again within 24 hours: it is done once, and answered the same, a new key's secret included.`;

/** What the API says of itself. */
export const ABOUT: About = {
  title: 'AI control plane, admin API',
  description: DESCRIPTION,
  version: VERSION,
};
