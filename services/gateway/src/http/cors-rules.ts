import type { CorsOrigins, CorsRules } from '@aicp/common/http/cors';

/**
 * What pages of other origins may do with the gateway. Client libraries send headers of their own, and routing policies read any that a client
 * cares to send; a key is needed with all of them.
 */
export const corsRules = (origins: CorsOrigins): CorsRules => ({
  origins,
  methods: ['GET', 'HEAD', 'POST'],
  headers: [
    ...['Authorization', 'Content-Type', 'If-Match', 'If-None-Match'],
    ...['Idempotency-Key', 'X-Request-Id', 'traceparent', 'tracestate'],
  ],
  prefixes: ['x-', 'openai-', 'anthropic-'],
  exposed: [
    ...['x-request-id', 'x-aicp-model', 'x-aicp-provider', 'x-aicp-routed-from', 'x-aicp-policy'],
    ...['x-aicp-cost-usd', 'x-aicp-overhead-ms', 'x-aicp-attempts', 'x-aicp-failover'],
    ...['Retry-After', 'deprecation', 'sunset'],
  ],
});
