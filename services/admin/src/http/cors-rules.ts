import type { CorsOrigins } from '@aicp/common/config/cors-origins';
import type { CorsRules } from '@aicp/common/http/cors';

/**
 * What pages of other origins may do with the admin API. Routes that a cookie opens stay closed to them: browsers send none along, and
 * these routes look at the origin themselves.
 */
export const corsRules = (origins: CorsOrigins): CorsRules => ({
  origins,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  headers: [
    ...['Authorization', 'Content-Type', 'If-Match', 'If-None-Match'],
    ...['Idempotency-Key', 'X-Request-Id', 'traceparent', 'tracestate'],
  ],
  prefixes: ['x-aicp-'],
  exposed: [
    ...['ETag', 'Link', 'X-Total-Count', 'X-Request-Id', 'Retry-After', 'Idempotency-Replayed'],
    ...['Location', 'Content-Disposition', 'Deprecation', 'Sunset'],
  ],
});
