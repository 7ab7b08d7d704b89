import { onlyMethods } from '../calls/asked/asked.ts';
import { onlyOpenAi, refuseClientsOf, type Told } from '../calls/asked/other-clients.ts';
import type { CallRoutes } from '../calls/call-routes.ts';
import { OwnerNames } from '../held/owner-names.ts';
import { both, everywhere } from '../http/app.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { sharedSecret, type SecretSettings } from '../seal/shared-secret.ts';
import { createRoute } from './create/create-route.ts';
import { batchRoute, cancelRoute } from './reading/batch-route.ts';
import { listBatchesRoute } from './reading/list-batches-route.ts';

const paths = (below: string): string[] => everywhere(`/batches${below}`);

/** Where Anthropic's clients ask for batches. */
const ANTHROPIC_PATHS = [...both('/messages/batches'), ...both('/messages/batches/*below')];
/** Where Google's do, beside where OpenAI's do. */
const GOOGLE_PATHS = ['/v1beta/batches', '/v1beta/batches/*below'];
const GOOGLE_BEGINNINGS =
  /^(?:\/v1(?:beta)?)?\/models\/[^/]+:(?:batchGenerateContent|asyncBatchEmbedContent)$/;

const told: Told = (vendor) =>
  `Batches of ${vendor}'s API are not served: send the requests one by one. Batches are done by OpenAI's API alone, by models of OpenAI and Azure OpenAI: have a client of OpenAI's ask at /v1/batches.`;

/** `/v1/batches`: requests that providers do in their own time, each for the organization and the team that left it there. `protocols`: by their endpoints. */
export const batchesRoutes =
  (settings: SecretSettings, protocols: ReadonlyMap<string, Protocol>): CallRoutes =>
  (app, gateway) => {
    const names = new OwnerNames(sharedSecret(settings));
    const needs = { gateway, ids: gateway.heldIds, names, protocols };
    app.all([...paths(''), ...paths('/*below')], onlyOpenAi(told));
    app.all(ANTHROPIC_PATHS, refuseClientsOf('Anthropic', told));
    app.all(GOOGLE_PATHS, refuseClientsOf('Google', told));
    app.post(GOOGLE_BEGINNINGS, refuseClientsOf('Google', told));
    app.post(paths(''), createRoute(needs));
    app.get(paths(''), listBatchesRoute(needs));
    app.get(paths('/:id'), batchRoute(needs));
    app.post(paths('/:id/cancel'), cancelRoute(needs));
    app.all(paths(''), onlyMethods('GET, POST'));
    app.all(paths('/:id'), onlyMethods('GET'));
    app.all(paths('/:id/cancel'), onlyMethods('POST'));
  };
