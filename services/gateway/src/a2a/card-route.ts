import type { TLSSocket } from 'node:tls';
import { versionOf, type ProtocolVersion } from '@aicp/contracts/agents/agent-card';
import { cardForm, toldCard, type SignOnWay } from '@aicp/contracts/agents/told-card';
import type { Request, RequestHandler, Response } from 'express';
import type { Caller } from '../calls/caller.ts';
import { requestIdHeader, sendRefusal } from '../http/send-refusal.ts';
import { noAgentCard } from '../pipeline/exchange/refusal.ts';
import { sendJson } from '../pipeline/respond.ts';
import { admit, type AgentNeeds } from './asking/admit.ts';
import { askedOf } from './asking/asked-of.ts';

/** The card of an agent, with our address in place of its own. At the address of old, it has the form of old; at that of now, the one that the client asks for. */
export const cardRoute =
  (needs: AgentNeeds, place: 'now' | 'old'): RequestHandler =>
  (request, response, next) => {
    answer(needs, place, { request, response }).catch(next);
  };

async function answer(needs: AgentNeeds, place: 'now' | 'old', wire: CardWire): Promise<void> {
  const { request, response } = wire;
  const found = await admit(needs, wire);
  if ('status' in found) {
    sendRefusal(request, response, found);
    return;
  }
  const card = await needs.cards.of(found.agent);
  if ('why' in card) {
    sendRefusal(request, response, noAgentCard(found.agent.id));
    return;
  }
  const form = cardForm(card, place === 'old' ? '0.3' : askedVersion(request));
  const told = toldCard(card, form, {
    url: addressOf(request),
    signOn: signOnFor(found.caller, request),
  });
  const body = Buffer.from(JSON.stringify(told));
  sendJson(response, 200, body, [...requestIdHeader(request), ...HEADERS]);
}

interface CardWire {
  readonly request: Request;
  readonly response: Response;
}

/** How the people of the caller's organization sign in; undefined where they do not. */
function signOnFor(
  { gateway, runtime, principal }: Caller,
  request: Request,
): SignOnWay | undefined {
  const { organization } = principal;
  const sso =
    organization === undefined ? undefined : runtime.people.organization(organization)?.sso;
  if (!gateway.signOn || sso?.isEnabled !== true) return undefined;
  return { issuer: sso.issuer, audience: gateway.signOn.publicUrl + askedOf(request).path };
}

/** It is for this caller, and the agent may say something else soon. */
const HEADERS = ['cache-control', 'no-store', 'vary', 'authorization, a2a-version'];

/** The version that the client says it speaks, or the newest where it says none that there is. */
function askedVersion({ headers }: Request): ProtocolVersion {
  const said = headers['a2a-version'];
  return (typeof said === 'string' ? versionOf(said) : undefined) ?? '1.0';
}

const HOST = /^[A-Za-z0-9.:[\]_-]{1,300}$/;

/** Where the client has reached the agent, as it sees it: what a proxy before us says counts. The answer is this client's alone, so that nobody else is misled by what it sends. */
function addressOf(request: Request): string {
  const { headers, socket } = request;
  const { host = '' } = headers;
  const isSecure = (socket as Partial<TLSSocket>).encrypted === true;
  const said = headers['x-forwarded-proto'];
  const forwarded = said === 'https' || said === 'http' ? said : undefined;
  const protocol = forwarded ?? (isSecure ? 'https' : 'http');
  const named = HOST.test(host) ? host : 'localhost';
  return `${protocol}://${named}${askedOf(request).path}`;
}
