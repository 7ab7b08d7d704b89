import type { Route } from '@aicp/api-kit/route/route';
import type { AccessDirectory } from '../access/directory.ts';
import { OpenStreams } from '../streams/open-streams.ts';
import type { ChatGateway } from './chat-gateway.ts';
import { playgroundRoute } from './playground-route.ts';

/** Trying models. */
export interface Playground {
  readonly routes: readonly Route[];
  /** Ends the chats, which would keep the port open. */
  readonly endStreams: () => void;
}

export function createPlayground(needs: {
  readonly directory: AccessDirectory;
  /** Absent where the service knows no gateway. */
  readonly playground?: ChatGateway | undefined;
}): Playground {
  const streams = new OpenStreams();
  const route = playgroundRoute({ ...needs, gateway: needs.playground, streams });
  return { routes: [route], endStreams: () => streams.end() };
}
