import type { Server } from 'node:http';
import type { Gateway } from '../pipeline/exchange/gateway.ts';
import { internalError } from '../pipeline/exchange/refusal.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { protocolRoute } from './protocol-route.ts';
import { sendRefusal } from './send-refusal.ts';
import { Lane } from './lane/lane.ts';
import type { LaneRoutes } from './lane/lane-connection.ts';

/** Whether a path holds no pattern: the lane compares, and matches none. */
const isPlainPath = (path: string): boolean => /^[\w./-]+$/.test(path);

/** Lets the lane answer requests of these protocols on a server that listens. */
export function openLane(server: Server, gateway: Gateway, protocols: readonly Protocol[]): Lane {
  const routes = new Map(
    protocols.flatMap((protocol) => {
      const route = guarded(gateway, protocol);
      return protocol.paths.filter(isPlainPath).map((path) => [path, route] as const);
    }),
  );
  return new Lane(server, { routes, clock: gateway.clock });
}

type Route = LaneRoutes extends ReadonlyMap<string, infer R> ? R : never;

/** What is thrown is ours, and costs no other request its answer. */
function guarded(gateway: Gateway, protocol: Protocol): Route {
  const route = protocolRoute(gateway, protocol);
  return (request, response) => {
    try {
      route(request, response);
    } catch (error) {
      gateway.log.error({ err: error, path: request.url }, 'request_failed');
      if (response.headersSent) response.destroy();
      else sendRefusal(request, response, internalError());
    }
  };
}
