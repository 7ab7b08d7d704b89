import type { CallRoutes } from '../calls/call-routes.ts';
import { both } from '../http/app.ts';
import { sendRefusal } from '../http/send-refusal.ts';
import { methodNotAllowed } from '../pipeline/exchange/refusal.ts';
import { REALTIME_PATHS } from './api/realtime-address.ts';
import { notServed, upgradeRequired } from './api/refusals.ts';

/** What of the API of sessions is no WebSocket: says how to open one. */
export const realtimeRoutes: CallRoutes = (app) => {
  app.get([...REALTIME_PATHS], (request, response) => {
    sendRefusal(request, response, upgradeRequired());
  });
  app.all([...REALTIME_PATHS], (request, response) => {
    sendRefusal(request, response, methodNotAllowed(request.method, 'GET'));
  });
  const further = ['/realtime/*rest'].flatMap(both);
  app.all(
    [...further, '/openai/v1/realtime/*rest', '/openai/realtime/*rest'],
    (request, response) => {
      sendRefusal(request, response, notServed(request.path));
    },
  );
};
