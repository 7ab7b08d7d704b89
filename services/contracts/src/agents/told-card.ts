import type { AgentCard, ProtocolVersion } from './agent-card.ts';

/** A card as clients of the gateway are told it: the agent's own words with our address, and the way to sign in that is ours. */
export function toldCard(card: AgentCard, form: ProtocolVersion, url: string): object {
  const { said, endpoints } = card;
  const { documentationUrl, iconUrl, capabilities, ...words } = said;
  const told = {
    ...words,
    ...elsewhere(card, { documentationUrl, iconUrl }),
    capabilities: { ...capabilities, pushNotifications: false },
  };
  const speaksOld = endpoints['0.3'] !== undefined;
  if (form === '0.3') {
    return { ...told, ...legacyParts(url), securitySchemes: LEGACY_SCHEMES };
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
    ...(speaksOld ? legacyParts(url) : {}),
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer', description: HOW } } },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
  };
}

/** The form that a card is told in: the newest that the agent speaks, unless the client asks for the old one. */
export function cardForm({ endpoints }: AgentCard, asked: ProtocolVersion): ProtocolVersion {
  if (endpoints[asked]) return asked;
  return endpoints['1.0'] ? '1.0' : '0.3';
}

const HOW = 'An API key of the gateway.';
const LEGACY_SCHEMES = { bearer: { type: 'http', scheme: 'bearer', description: HOW } };

const legacyParts = (url: string) => ({
  url,
  protocolVersion: '0.3.0',
  preferredTransport: 'JSONRPC',
  additionalInterfaces: [{ url, transport: 'JSONRPC' }],
  security: [{ bearer: [] }],
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
