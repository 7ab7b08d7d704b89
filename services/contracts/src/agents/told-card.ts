import type { AgentCard, ProtocolVersion } from './agent-card.ts';

/** How people sign in at the provider of their organization. */
export interface SignOnWay {
  readonly issuer: string;
  /** Whom their tokens have to be for. */
  readonly audience: string;
}

/** How a client comes to an agent. */
export interface ToldWay {
  /** Our address. */
  readonly url: string;
  /** Undefined: API keys alone are taken. */
  readonly signOn?: SignOnWay | undefined;
}

/** A card as clients of the gateway are told it: the agent's own words with our address, and the ways to sign in that are ours. */
export function toldCard(card: AgentCard, form: ProtocolVersion, { url, signOn }: ToldWay): object {
  const { said, endpoints } = card;
  const { documentationUrl, iconUrl, capabilities, ...words } = said;
  const told = {
    ...words,
    ...elsewhere(card, { documentationUrl, iconUrl }),
    capabilities: { ...capabilities, pushNotifications: false },
  };
  const speaksOld = endpoints['0.3'] !== undefined;
  if (form === '0.3') {
    return { ...told, ...legacyParts(url, signOn), securitySchemes: legacySchemes(signOn) };
  }
  const versions = (['1.0', '0.3'] as const).filter((version) => endpoints[version] !== undefined);
  return {
    ...told,
    supportedInterfaces: versions.map((protocolVersion) => ({
      url,
      protocolBinding: 'JSONRPC',
      protocolVersion,
    })),
    // Clients of 0.3 read these of the same card.
    ...(speaksOld ? legacyParts(url, signOn) : {}),
    securitySchemes: {
      bearer: { httpAuthSecurityScheme: { scheme: 'Bearer', description: HOW } },
      ...(signOn ? { signOn: { openIdConnectSecurityScheme: providerOf(signOn) } } : {}),
    },
    securityRequirements: namesOf(signOn).map((name) => ({ schemes: { [name]: { list: [] } } })),
  };
}

/** The form that a card is told in: the newest that the agent speaks, unless the client asks for the old one. */
export function cardForm({ endpoints }: AgentCard, asked: ProtocolVersion): ProtocolVersion {
  if (endpoints[asked]) return asked;
  return endpoints['1.0'] ? '1.0' : '0.3';
}

const HOW = 'An API key of the gateway.';

/** The schemes, each of which is enough. */
const namesOf = (signOn: SignOnWay | undefined): string[] =>
  signOn ? ['bearer', 'signOn'] : ['bearer'];

const providerOf = ({ issuer, audience }: SignOnWay) => ({
  openIdConnectUrl: `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
  description: `An access token of your organization's provider for ${audience}, as a bearer token.`,
});

const legacySchemes = (signOn: SignOnWay | undefined) => ({
  bearer: { type: 'http', scheme: 'bearer', description: HOW },
  ...(signOn ? { signOn: { type: 'openIdConnect', ...providerOf(signOn) } } : {}),
});

const legacyParts = (url: string, signOn: SignOnWay | undefined) => ({
  url,
  protocolVersion: '0.3.0',
  preferredTransport: 'JSONRPC',
  additionalInterfaces: [{ url, transport: 'JSONRPC' }],
  security: namesOf(signOn).map((name) => ({ [name]: [] })),
});

/** Pictures and pages that stand elsewhere than the agent, whose own address is told to nobody. */
function elsewhere(
  { endpoints }: AgentCard,
  pages: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const origins = Object.values(endpoints).map(({ url }) => url.origin);
  return Object.fromEntries(
    Object.entries(pages).flatMap(([name, page]) =>
      page !== undefined && URL.canParse(page) && !origins.includes(new URL(page).origin)
        ? [[name, page] as const]
        : [],
    ),
  );
}
