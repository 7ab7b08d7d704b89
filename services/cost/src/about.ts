import type { About } from '@aicp/api-kit/openapi/document';

/** Of the product, as `GET /version` and the operator's list of replicas say it. */
export const VERSION = '0.1.0';

const DESCRIPTION = `What a request will cost, before it is sent: \`POST /predict\` takes the body of a chat request. Tokens of the prompt are counted; how long the answer becomes is foretold
by what the model answered before, to the same key where one is sent (\`X-Api-Key\`, or \`Authorization: Bearer\`). Nothing is sent to a provider, and nothing is reserved.

Amounts are USD. Errors are RFC 9457 problems whose \`detail\` says what to do.`;

/** What the API says of itself. */
export const ABOUT: About = {
  title: 'AI control plane, cost predictor',
  description: DESCRIPTION,
  version: VERSION,
};
