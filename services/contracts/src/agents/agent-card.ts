import { z } from 'zod';

/** The versions of the protocol that are passed on: by its methods, a client says which it speaks. */
export const PROTOCOL_VERSIONS = ['1.0', '0.3'] as const;
export type ProtocolVersion = (typeof PROTOCOL_VERSIONS)[number];

/** Where an agent takes JSON-RPC of one version. */
export interface AgentEndpoint {
  readonly url: URL;
  /** Which of several agents behind the address is meant (1.0 alone). */
  readonly tenant: string | undefined;
}

/** What an agent says of itself, as far as it is used. */
export interface AgentCard {
  readonly endpoints: Readonly<Partial<Record<ProtocolVersion, AgentEndpoint>>>;
  readonly said: SaidCard;
}

const text = z.string().max(20_000);
const words = z.array(z.string().max(1_000)).max(1_000);
/** What is optional is left out where it is of another form, instead of losing the whole card. */
const maybe = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

const skill = z.object({
  id: text,
  name: text,
  description: text,
  tags: words.default([]),
  examples: maybe(words),
  inputModes: maybe(words),
  outputModes: maybe(words),
});

const extension = z.object({
  uri: text,
  description: maybe(text),
  required: maybe(z.boolean()),
  params: maybe(z.record(z.string(), z.unknown())),
});

/** What of a card is told to others: neither addresses of its own, nor how it is signed in to, nor signatures, which hold for the whole of it. */
const saidCard = z.object({
  name: text,
  description: text.default(''),
  version: text.default(''),
  provider: maybe(z.object({ organization: text, url: text })),
  documentationUrl: maybe(text),
  iconUrl: maybe(text),
  capabilities: z
    .object({
      streaming: maybe(z.boolean()),
      stateTransitionHistory: maybe(z.boolean()),
      extensions: maybe(z.array(extension).max(100)),
    })
    .default({}),
  defaultInputModes: words.default([]),
  defaultOutputModes: words.default([]),
  skills: z.array(skill).max(1_000).default([]),
});
export type SaidCard = z.output<typeof saidCard>;

const address = z.string().max(2_048);

/** Where it is reached, in the words of 1.0 and of 0.3. */
const reached = z.object({
  supportedInterfaces: z
    .array(
      z.object({
        url: address,
        protocolBinding: z.string(),
        protocolVersion: z.string().default(''),
        tenant: z.string().max(1_000).optional(),
      }),
    )
    .max(100)
    .default([]),
  url: address.optional(),
  preferredTransport: z.string().default('JSONRPC'),
  protocolVersion: z.string().default(''),
  additionalInterfaces: z
    .array(z.object({ url: address, transport: z.string() }))
    .max(100)
    .default([]),
});
type Reached = z.output<typeof reached>;

/** What is read of a card that stands at `cardUrl`, or a sentence on why it cannot be used. Addresses of other hosts are not: nobody allowed them, and they would be sent its credential. */
export function readAgentCard(raw: unknown, cardUrl: URL): AgentCard | string {
  const said = saidCard.safeParse(raw);
  const where = reached.safeParse(raw);
  if (!said.success || !where.success) return 'what it answers is no agent card';
  const named = interfacesOf(where.data);
  const own = named.filter(({ url }) => isAtHost(url, cardUrl));
  const endpoints = Object.fromEntries(
    PROTOCOL_VERSIONS.flatMap((version) => {
      const found = own.find((one) => one.version === version);
      return found ? [[version, { url: new URL(found.url), tenant: found.tenant }]] : [];
    }),
  );
  if (Object.keys(endpoints).length > 0) return { endpoints, said: said.data };
  return named.length > own.length
    ? `its card names addresses that are not at ${cardUrl.origin}: have the card name its own`
    : 'its card offers no JSON-RPC of protocol 1.0 or 0.3';
}

interface Interface {
  readonly url: string;
  readonly version: ProtocolVersion;
  readonly tenant?: string | undefined;
}

function interfacesOf(where: Reached): Interface[] {
  const { supportedInterfaces, url, preferredTransport, protocolVersion } = where;
  const legacy = [
    ...(url === undefined ? [] : [{ url, transport: preferredTransport }]),
    ...where.additionalInterfaces,
  ];
  // A card without any version is one of 0.3.
  const legacyVersion = versionOf(protocolVersion === '' ? '0.3' : protocolVersion);
  return [
    ...supportedInterfaces.flatMap(({ url: at, protocolBinding, protocolVersion: says, tenant }) =>
      interfaceOf({ url: at, transport: protocolBinding, version: versionOf(says), tenant }),
    ),
    ...legacy.flatMap((one) => interfaceOf({ ...one, version: legacyVersion })),
  ];
}

function interfaceOf(one: {
  readonly url: string;
  readonly transport: string;
  readonly version: ProtocolVersion | undefined;
  readonly tenant?: string | undefined;
}): Interface[] {
  const { url, transport, version, tenant } = one;
  const isUsable = transport.toUpperCase() === 'JSONRPC' && URL.canParse(url);
  return isUsable && version !== undefined ? [{ url, version, tenant }] : [];
}

/** `1.0`, `1.0.2` and `0.3.0` are what they begin with; undefined for what nobody here speaks. */
export function versionOf(says: string): ProtocolVersion | undefined {
  const [, major, minor = '0'] = /^([0-9]+)(?:\.([0-9]+))?(?:\.|$)/.exec(says.trim()) ?? [];
  return PROTOCOL_VERSIONS.find((version) => version === `${major ?? ''}.${minor}`);
}

const isAtHost = (url: string, { origin }: URL): boolean => new URL(url).origin === origin;
