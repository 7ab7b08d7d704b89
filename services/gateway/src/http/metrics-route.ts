import type { Registry } from '@aicp/common/metrics/registry';
import type { RequestHandler } from 'express';
import { toText, type Family } from '../metrics/exposition.ts';

/** `GET /metrics`: the process's own, and the gateway's. */
export function metricsRoute(options: {
  registry: Registry;
  families: () => readonly Family[];
}): RequestHandler {
  const { registry, families } = options;
  return async (_request, response) => {
    const text = `${await registry.metrics()}\n${toText(families(), { service: 'gateway' })}`;
    response.type(registry.contentType).send(text);
  };
}
