import { versionOf, type ProtocolVersion } from '@aicp/contracts/agents/agent-card';
import { cardForm, toldCard, type SignOnWay } from '@aicp/contracts/agents/told-card';
import type { Request, RequestHandler, Response } from 'express';
import type { Caller } from '../calls/caller.ts';
import { ownAddress } from '../http/own-address.ts';
import { requestIdHeader, sendRefusal } from '../http/send-refusal.ts';
import { addressNotKnown, noAgentCard } from '../pipeline/exchange/refusal.ts';
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
  const address = ownAddress(needs.gateway, request);
  if (address === undefined) {
    sendRefusal(request, response, addressNotKnown());
    return;
  }
  const card = await needs.cards.of(found.agent);
  if ('why' in card) {
    sendRefusal(request, response, noAgentCard(found.agent.id));
    return;
  }
  const form = cardForm(card, place === 'old' ? '0.3' : askedVersion(request));
  const told = toldCard(card, form, {
    url: address + askedOf(request).path,
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
