import type { Server } from 'node:http';
import type { Gateway } from '../pipeline/exchange/gateway.ts';
import { internalError } from '../pipeline/exchange/refusal.ts';
import type { Protocol } from '../protocols/protocol.ts';
import { protocolRoute } from './protocol-route.ts';
import { sendRefusal } from './send-refusal.ts';
import { Lane } from './lane/lane.ts';
import type { LaneRoute, LaneRoutes } from './lane/lane-connection.ts';

/** Lets the lane answer requests of these protocols on a server that listens. */
export function openLane(server: Server, gateway: Gateway, protocols: readonly Protocol[]): Lane {
  const routes = new PlainRoutes();
  for (const protocol of protocols) routes.add(protocol, guarded(gateway, protocol));
  return new Lane(server, { routes, clock: gateway.clock });
}

/** Whether a path holds no pattern. */
const isPlainPath = (path: string): boolean => /^[\w./-]+$/.test(path);

/** The routes of protocols, by what is asked for as it stands in the first line of a request. */
export class PlainRoutes implements LaneRoutes {
  private readonly exact = new Map<string, LaneRoute>();
  private readonly patterns: { readonly pattern: RegExp; readonly route: LaneRoute }[] = [];

  add({ paths, plainTargets }: Pick<Protocol, 'paths' | 'plainTargets'>, route: LaneRoute): void {
    for (const path of paths.filter(isPlainPath)) this.exact.set(path, route);
    if (plainTargets) this.patterns.push({ pattern: plainTargets, route });
  }

  has(target: string): boolean {
    return this.get(target) !== undefined;
  }

  get(target: string): LaneRoute | undefined {
    const exact = this.exact.get(target);
    if (exact || !target.startsWith('/')) return exact;
    return this.patterns.find(({ pattern }) => pattern.test(target))?.route;
  }
}

/** What is thrown is ours, and costs no other request its answer. */
function guarded(gateway: Gateway, protocol: Protocol): LaneRoute {
  const route = protocolRoute(gateway, protocol);
  return (request, response) => {
    try {
      route(request, response);
    } catch (error) {
      gateway.log.error({ err: error, path: request.url?.replace(/\?.*$/s, '') }, 'request_failed');
      if (response.headersSent) response.destroy();
      else sendRefusal(request, response, internalError());
    }
  };
}
