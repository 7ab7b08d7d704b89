import type { Route } from '@aicp/api-kit/route/route';
import { agent } from '@aicp/crds/agent';
import type { AccessDirectory } from '../access/directory.ts';
import type { Services } from '../resources/collections/create-services.ts';
import { OpenStreams } from '../streams/open-streams.ts';
import type { ChatGateway } from './chat-gateway.ts';
import { playgroundRoute } from './playground-route.ts';
import { tryAgentRoute } from './try-agent-route.ts';

/** Trying models and agents. */
export interface Playground {
  readonly routes: readonly Route[];
  /** Ends the chats, which would keep the port open. */
  readonly endStreams: () => void;
}

export function createPlayground(needs: {
  readonly directory: AccessDirectory;
  /** Absent where the service knows no gateway. */
  readonly playground?: ChatGateway | undefined;
  readonly services: Services;
}): Playground {
  const streams = new OpenStreams();
  const { directory, playground: gateway, services } = needs;
  const shared = { directory, gateway, streams };
  const routes = [playgroundRoute(shared), tryAgentRoute({ ...shared, agents: services(agent) })];
  return { routes, endStreams: () => streams.end() };
}
