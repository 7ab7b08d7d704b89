import type { TLSSocket } from 'node:tls';
import { versionOf, type ProtocolVersion } from '@aicp/contracts/agents/agent-card';
import { cardForm, toldCard } from '@aicp/contracts/agents/told-card';
import type { Request, RequestHandler } from 'express';
import { requestIdHeader, sendRefusal } from '../http/send-refusal.ts';
import { noAgentCard } from '../pipeline/exchange/refusal.ts';
import { sendJson } from '../pipeline/respond.ts';
import { admit, type AgentNeeds } from './asking/admit.ts';

/** The card of an agent, with our address in place of its own. At the address of old, it has the form of old; at that of now, the one that the client asks for. */
export const cardRoute =
  (needs: AgentNeeds, place: 'now' | 'old'): RequestHandler =>
  (request, response, next) => {
    const found = admit(needs, { request, response }, String(request.params['agent']));
    if ('status' in found) {
      sendRefusal(request, response, found);
      return;
    }
    needs.cards.of(found.agent).then((card) => {
      if ('why' in card) {
        sendRefusal(request, response, noAgentCard(found.agent.id));
        return;
      }
      const form = cardForm(card, place === 'old' ? '0.3' : askedOf(request));
      const body = Buffer.from(JSON.stringify(toldCard(card, form, addressOf(request))));
      sendJson(response, 200, body, [...requestIdHeader(request), ...HEADERS]);
    }, next);
  };

/** It is for this caller, and the agent may say something else soon. */
const HEADERS = ['cache-control', 'no-store', 'vary', 'authorization, a2a-version'];

/** The version that the client says it speaks, or the newest where it says none that there is. */
function askedOf({ headers }: Request): ProtocolVersion {
  const said = headers['a2a-version'];
  return (typeof said === 'string' ? versionOf(said) : undefined) ?? '1.0';
}

const HOST = /^[A-Za-z0-9.:[\]_-]{1,300}$/;

/** Where the client has reached the agent, as it sees it: what a proxy before us says counts. The answer is this client's alone, so that nobody else is misled by what it sends. */
function addressOf({ headers, socket, params }: Request): string {
  const { host = '' } = headers;
  const isSecure = (socket as Partial<TLSSocket>).encrypted === true;
  const said = headers['x-forwarded-proto'];
  const forwarded = said === 'https' || said === 'http' ? said : undefined;
  const protocol = forwarded ?? (isSecure ? 'https' : 'http');
  const named = HOST.test(host) ? host : 'localhost';
  return `${protocol}://${named}/a2a/${encodeURIComponent(String(params['agent']))}`;
}
