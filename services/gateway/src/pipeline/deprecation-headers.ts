import type { Deprecation } from '@aicp/contracts/routing/deprecations';

/** Adds what RFC 9745 and RFC 8594 say of an announced end to a flat list of headers, from the day on from which it counts. */
export function addDeprecation(headers: string[], deprecation: Deprecation, nowMs: number): void {
  const { deprecatedAt, sunsetAt } = deprecation;
  if (nowMs < deprecatedAt) return;
  headers.push('deprecation', `@${Math.floor(deprecatedAt / 1000)}`);
  if (Number.isFinite(sunsetAt)) headers.push('sunset', new Date(sunsetAt).toUTCString());
}
