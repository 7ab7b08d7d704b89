import { onlyMethods } from '../calls/asked/asked.ts';
import type { CallRoutes } from '../calls/call-routes.ts';
import { OwnerNames } from '../held/owner-names.ts';
import { everywhere } from '../http/app.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { sharedSecret, type SecretSettings } from '../seal/shared-secret.ts';
import { createRoute } from './create/create-route.ts';
import { batchRoute, cancelRoute } from './reading/batch-route.ts';
import { listBatchesRoute } from './reading/list-batches-route.ts';

const paths = (below: string): string[] => everywhere(`/batches${below}`);

/** `/v1/batches`: requests that providers do in their own time, each for the organization and the team that left it there. `protocols`: by their endpoints. */
export const batchesRoutes =
  (settings: SecretSettings, protocols: ReadonlyMap<string, Protocol>): CallRoutes =>
  (app, gateway) => {
    const names = new OwnerNames(sharedSecret(settings));
    const needs = { gateway, ids: gateway.heldIds, names, protocols };
    app.post(paths(''), createRoute(needs));
    app.get(paths(''), listBatchesRoute(needs));
    app.get(paths('/:id'), batchRoute(needs));
    app.post(paths('/:id/cancel'), cancelRoute(needs));
    app.all(paths(''), onlyMethods('GET, POST'));
    app.all(paths('/:id'), onlyMethods('GET'));
    app.all(paths('/:id/cancel'), onlyMethods('POST'));
  };
