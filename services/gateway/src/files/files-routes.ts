import { onlyMethods } from '../calls/asked/asked.ts';
import type { CallRoutes } from '../calls/call-routes.ts';
import { everywhere } from '../http/app.ts';
import { OwnerNames } from '../held/owner-names.ts';
import { sharedSecret, type SecretSettings } from '../seal/shared-secret.ts';
import { GOOGLE_PATHS, onlyOpenAi, refuseGoogle } from './other-clients.ts';
import { contentRoute } from './reading/content-route.ts';
import { deleteRoute, fileRoute } from './reading/file-route.ts';
import { listRoute } from './reading/list-route.ts';
import { uploadRoute } from './upload/upload-route.ts';

const paths = (below: string): string[] => everywhere(`/files${below}`);

/** `/v1/files`: files that providers keep, each for the organization and the team that left it there. */
export const filesRoutes =
  (settings: SecretSettings): CallRoutes =>
  (app, gateway) => {
    const names = new OwnerNames(sharedSecret(settings));
    const needs = { gateway, ids: gateway.heldIds, names };
    app.all([...paths(''), ...paths('/*below')], onlyOpenAi);
    app.all(GOOGLE_PATHS, refuseGoogle);
    app.post(paths(''), uploadRoute(needs));
    app.get(paths(''), listRoute(needs));
    app.get(paths('/:id'), fileRoute(needs));
    app.delete(paths('/:id'), deleteRoute(needs));
    app.get(paths('/:id/content'), contentRoute(needs));
    app.all(paths(''), onlyMethods('GET, POST'));
    app.all(paths('/:id'), onlyMethods('GET, DELETE'));
    app.all(paths('/:id/content'), onlyMethods('GET'));
  };
