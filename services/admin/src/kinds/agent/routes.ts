import type { Route } from '@aicp/api-kit/route/route';
import { Problem } from '@aicp/common/errors/problem';
import type { AddressGuard } from '@aicp/common/http/address-guard';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import type { Clock } from '@aicp/common/time/clock';
import { PROTOCOL_VERSIONS, type AgentCard } from '@aicp/contracts/agents/agent-card';
import type { FoundCard, NoCard } from '@aicp/contracts/agents/find-card';
import { cardForm, toldCard } from '@aicp/contracts/agents/told-card';
import { z } from 'zod';
import { defineRoute } from '../../access/define-route.ts';
import { permissionTo } from '../../access/permissions.ts';
import { idIn } from '../../resources/collections/collection-routes.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import { secretValueOf } from '../../resources/secret-value.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import { askCard } from './ask-card.ts';
import { mayUseAgent } from './may-use-agent.ts';

export interface AgentRouteNeeds {
  readonly service: CollectionService;
  readonly api: KubernetesApi;
  readonly namespace: string;
  readonly guards: Readonly<Record<'platform' | 'tenants', AddressGuard>>;
  readonly clock: Clock;
}

const versions = z
  .array(z.enum(PROTOCOL_VERSIONS))
  .meta({ description: 'Versions of the protocol that it speaks over JSON-RPC.' });

const verdict = z.object({
  ok: z.boolean(),
  status: z.int().nullable().meta({ description: 'HTTP status; null without an answer.' }),
  latency_ms: z.number().meta({ description: 'Milliseconds until the card was read.' }),
  name: z.string().nullable().meta({ description: 'What it calls itself.' }),
  protocol_versions: versions,
  streaming: z.boolean().nullable().meta({ description: 'Whether it answers by streams.' }),
  message: z.string().meta({ description: 'What came of it, and what to do.' }),
});

const shownCard = z.object({
  path: z.string().meta({ description: 'Where the gateway takes calls for it.' }),
  protocol_versions: versions,
  card: z.looseObject({}).meta({
    description: 'What the gateway tells of it, in the form of A2A, with that path as address.',
  }),
});

/** What agents have beyond the routes of every collection. */
export const agentRoutes = (needs: AgentRouteNeeds): Route[] => [
  testRoute(needs),
  cardRoute(needs),
];

/** `POST /agents/{id}/test`: whether an agent answers, takes our credential, and can be called. */
const testRoute = (needs: AgentRouteNeeds): Route =>
  defineRoute({
    method: 'post',
    path: '/api/v1/agents/{id}/test',
    operationId: 'testAgent',
    summary: 'Ask an agent for its card, with its credential',
    tag: needs.service.collection.tag,
    permission: permissionTo('write', needs.service.collection),
    dryRun: false,
    answers: { 200: { description: 'What came of it, whatever it is.', schema: verdict } },
    handler: async (context) => {
      const object = await needs.service.get(context, idIn(context));
      const began = needs.clock.monotonic();
      const found = await cardOf(object, needs);
      const took = Math.round((needs.clock.monotonic() - began) * 10) / 10;
      return { status: 200, body: { ...verdictOn(found), latency_ms: took } };
    },
  });

/** `GET /agents/{id}/card`: what an agent says of itself now. */
const cardRoute = (needs: AgentRouteNeeds): Route =>
  defineRoute({
    method: 'get',
    path: '/api/v1/agents/{id}/card',
    operationId: 'getAgentCard',
    summary: 'The card of an agent, as the gateway tells it',
    tag: needs.service.collection.tag,
    description:
      'For whoever may use the agent or write it; to all others it is not there. It is asked for with the agent’s credential, so roles that only read are not told.',
    permission: 'playground:write',
    errors: [404, 502],
    answers: { 200: { description: 'Its card, as it is now.', schema: shownCard } },
    handler: async (context) => {
      const { service } = needs;
      const object = await service.get(context, idIn(context), (one) =>
        mayUseAgent(service.collection, one, context.principal),
      );
      const found = await cardOf(object, needs);
      // Where it is and what it answers is for who may test it.
      if (!('card' in found)) throw new Problem(502, NO_CARD);
      const path = `/a2a/${object.metadata.name}`;
      const { card } = found;
      const told = toldCard(card, cardForm(card, '1.0'), { url: path });
      return {
        status: 200,
        body: { path, protocol_versions: versionsOf(card), card: { ...told } },
      };
    },
  });

const NO_CARD =
  'The agent tells no card that can be used now. Whoever may write it finds out why with POST /api/v1/agents/{id}/test.';

async function cardOf(object: StoredObject, needs: AgentRouteNeeds): Promise<FoundCard | NoCard> {
  const credential = await secretValueOf(object, needs);
  if (credential === 'missing') {
    return { status: null, why: 'its secret_ref names nothing that may be used: send a secret' };
  }
  const { url, organizationId } = object.spec as { url: string; organizationId?: string };
  const guard = organizationId === undefined ? needs.guards.platform : needs.guards.tenants;
  return await askCard(url, { credential: credential?.value, guard });
}

function verdictOn(found: FoundCard | NoCard): Omit<z.output<typeof verdict>, 'latency_ms'> {
  const { status } = found;
  if (!('card' in found)) {
    const message = `It cannot be called: ${found.why}.`;
    return { ok: false, status, name: null, protocol_versions: [], streaming: null, message };
  }
  const { name, capabilities } = found.card.said;
  const spoken = versionsOf(found.card);
  return {
    ...{ ok: true, status, name, protocol_versions: spoken },
    streaming: capabilities.streaming ?? false,
    message: `It answers, and speaks protocol ${spoken.join(' and ')}.`,
  };
}

const versionsOf = ({ endpoints }: AgentCard) =>
  PROTOCOL_VERSIONS.filter((version) => endpoints[version] !== undefined);
