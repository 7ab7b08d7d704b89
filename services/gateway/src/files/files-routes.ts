import { onlyMethods } from '../calls/asked/asked.ts';
import { onlyOpenAi, refuseClientsOf, type Told } from '../calls/asked/other-clients.ts';
import type { CallRoutes } from '../calls/call-routes.ts';
import { everywhere } from '../http/app.ts';
import { OwnerNames } from '../held/owner-names.ts';
import { sharedSecret, type SecretSettings } from '../seal/shared-secret.ts';
import { contentRoute } from './reading/content-route.ts';
import { deleteRoute, fileRoute } from './reading/file-route.ts';
import { listRoute } from './reading/list-route.ts';
import { uploadRoute } from './upload/upload-route.ts';

/** Where Google's clients ask for files, and send them. */
const GOOGLE_PATHS = [
  ...['/v1beta/files', '/v1beta/files/*name'],
  ...['/upload/v1beta/files', '/upload/v1/files'],
];

const told: Told = (vendor) =>
  `The files API of ${vendor} is not served: in messages, send the content of a file itself, as base64 or as text. Files are kept by OpenAI's API alone, for models of OpenAI and Azure OpenAI: have a client of OpenAI's ask at /v1/files.`;

const paths = (below: string): string[] => everywhere(`/files${below}`);

/** `/v1/files`: files that providers keep, each for the organization and the team that left it there. */
export const filesRoutes =
  (settings: SecretSettings): CallRoutes =>
  (app, gateway) => {
    const names = new OwnerNames(sharedSecret(settings));
    const needs = { gateway, ids: gateway.heldIds, names };
    app.all([...paths(''), ...paths('/*below')], onlyOpenAi(told));
    app.all(GOOGLE_PATHS, refuseClientsOf('Google', told));
    app.post(paths(''), uploadRoute(needs));
    app.get(paths(''), listRoute(needs));
    app.get(paths('/:id'), fileRoute(needs));
    app.delete(paths('/:id'), deleteRoute(needs));
    app.get(paths('/:id/content'), contentRoute(needs));
    app.all(paths(''), onlyMethods('GET, POST'));
    app.all(paths('/:id'), onlyMethods('GET, DELETE'));
    app.all(paths('/:id/content'), onlyMethods('GET'));
  };
