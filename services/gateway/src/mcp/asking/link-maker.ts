import type { Principal } from '@aicp/contracts/routing/request/principal';
import type { McpRequestContext, McpServer, ServerContext } from '@modelcontextprotocol/server';
import { principalText } from '../sessions/addressee.ts';
import { unansweredIn } from '../sessions/batches.ts';
import { ClientLink } from '../sessions/client-link.ts';
import { SESSION_HEADER, sessionOf } from '../sessions/client-session.ts';
import type { Sessions } from '../sessions/sessions.ts';

type Server = McpServer['server'];
export type LinkOf = (context: ServerContext) => ClientLink;

/** Makes the link to the client of one request. */
export function linkMaker(
  principal: Principal,
  sessions: Sessions,
  { request, server }: { readonly request: McpRequestContext; readonly server: Server },
): LinkOf {
  const id = request.requestInfo?.headers.get(SESSION_HEADER);
  const session = typeof id === 'string' ? sessionOf(id) : undefined;
  const isOld = request.era === 'legacy';
  const unanswered = unansweredIn(request.authInfo);
  const whose = { sessions, session, isOld, unanswered, principal: principalText(principal) };
  return (context) => new ClientLink({ ...whose, context, transport: server.transport });
}

/** Hears from which level on a client of 2025 wants to know what servers log. */
export function hearLevels(server: Server, linkOf: LinkOf): void {
  server.setRequestHandler('logging/setLevel', ({ params }, context) => {
    linkOf(context).setLogLevel(params.level);
    return {};
  });
}
