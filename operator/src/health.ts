import { metricsHandler, type Registry } from '@aicp/common/metrics/registry';
import express, { type Express } from 'express';

/** `/healthz` (it runs), `/readyz` (it is of use; otherwise 503 with the reason) and `/metrics`. */
export function healthApp(options: {
  /** Why the process is of no use now; undefined where it is. */
  readonly notReady: () => string | undefined;
  readonly registry: Registry;
}): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.get('/readyz', (_request, response) => {
    const reason = options.notReady();
    if (reason === undefined) response.json({ status: 'ready' });
    else response.status(503).json({ status: 'not ready', reason });
  });
  app.get('/metrics', metricsHandler(options.registry));
  return app;
}
