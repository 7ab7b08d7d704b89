import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind, HEALTHY } from './kit/kind.ts';
import { NEED_BASE_URL, PROVIDER_TYPES, type ProviderTypeName } from './kit/provider-types.ts';
import { withRules } from './kit/rules.ts';
import { sendableHeaders } from './kit/sendable-headers.ts';
import { PROXY, tls } from './kit/provider-network.ts';
import { MOST_TARGETS, targetHealth } from './kit/target-health.ts';
import { timeLimits } from './kit/time-limits.ts';
import { VERTEX_RULES } from './kit/vertex-rules.ts';

/** How a simulated provider behaves. */
export const simulationSpec = z.object({
  latencyMs: f.integer({ min: 0, max: 600_000 }).default(0).meta({
    description: 'Milliseconds before a JSON answer.',
  }),
  firstTokenMs: f.integer({ min: 0, max: 600_000 }).default(0).meta({
    description: 'Milliseconds before the first chunk of a stream.',
  }),
  tokensPerSecond: f.integer({ min: 0, max: 1_000_000 }).default(0).meta({
    description: 'Pace of a stream; 0 sends all chunks at once.',
  }),
  outputTokens: f.integer({ min: 1, max: 100_000 }).default(16).meta({
    description: 'Length of an answer in tokens, unless the request asks for fewer.',
  }),
  errorRate: f.fraction().default(0).meta({
    description: 'Share of requests answered with `errorStatus`, 0 to 1.',
  }),
  errorStatus: f.integer({ min: 400, max: 599 }).default(500).meta({
    description: 'HTTP status of a failing request.',
  }),
  abortRate: f.fraction().default(0).meta({
    description: 'Share of requests whose connection breaks half-way, 0 to 1.',
  }),
  seed: f
    .integer({ min: 0, max: 2 ** 31 - 1 })
    .default(0)
    .meta({
      description: 'Makes the failures repeatable.',
    }),
});

const credential = z.object({
  name: f
    .text({
      min: 1,
      max: 63,
      pattern: {
        matches: /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
        says: "may hold small letters, digits and '-' within, for example team-a",
      },
    })
    .meta({ description: 'What conditions, metrics and logs call it. Unique in the list.' }),
  secretRef: f.secretRef().meta({ description: 'Where the API key stands.' }),
  weight: f.integer({ min: 0, max: 1_000_000 }).default(1).meta({
    description:
      'Its share of the requests, beside the others. 0: only where no other can be asked.',
  }),
});

const spec = withRules(
  z.object({
    displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
    organizationId: f.organizationId(),
    type: z.enum(PROVIDER_TYPES).meta({ description: 'Which API the provider speaks.' }),
    baseUrl: f.httpUrl().optional().meta({
      description:
        'Address that the API’s paths are appended to, with the version (`https://api.openai.com/v1`). Types that are not at one address for everybody have no default. Of azure_openai it is the resource’s, without a path (`https://my-resource.openai.azure.com`).',
    }),
    secretRef: f.secretRef().optional().meta({
      description: 'Where the API key stands: the short form of one credential, called `default`.',
    }),
    credentials: f.filledList(credential, 16).optional().meta({
      description: 'Several API keys of this provider, among which requests are shared.',
    }),
    region: f
      .text({
        min: 1,
        max: 64,
        pattern: {
          matches: /^[a-z]+(-[a-z0-9]+)*$/,
          says: "may hold words of small letters and digits with one '-' between them, for example eu-central-1",
        },
      })
      .optional()
      .meta({
        description: 'Cloud region, for bedrock and vertex.',
      }),
    apiVersion: f
      .text({
        min: 1,
        max: 64,
        pattern: {
          matches: /^[A-Za-z0-9._-]+$/,
          says: "may hold letters, digits, '.', '_' and '-' only, for example 2024-10-21",
        },
      })
      .optional()
      .meta({
        description:
          'Version of the vendor’s API, where it takes one: of anthropic, and of azure_openai, where it is a date, which requests by deployments are for, or v1, as without this field.',
      }),
    project: f
      .text({
        min: 1,
        max: 128,
        pattern: {
          matches: /^[A-Za-z0-9:._-]+$/,
          says: "may hold letters, digits, ':', '.', '_' and '-' only, for example my-project",
        },
      })
      .optional()
      .meta({
        description: 'Project of the vendor’s cloud that is billed (vertex).',
      }),
    timeoutMs: f.integer({ min: 1, max: 3_600_000 }).default(600_000).meta({
      description:
        'Milliseconds for an answer as a whole; for a stream, until its first content and from one content to the next.',
    }),
    ...timeLimits({
      connect: 'Without it, timeoutMs, and 10,000 at most.',
      part: 'Without it, timeoutMs.',
      total: 'Without it, timeoutMs, and for a stream as long as the request may take.',
    }),
    concurrentLimit: f.integer({ min: 1, max: 1_000_000 }).optional().meta({
      description:
        'Requests that each gateway replica has under way there at a time. Beyond it, the next model is asked.',
    }),
    hedgeAfterMs: f.integer({ min: 1, max: 600_000 }).optional().meta({
      description:
        'Milliseconds without a first byte after which the next model is asked as well, and the slower of the two is cancelled. Both may be billed. Off without it.',
    }),
    maxRetries: f.integer({ min: 0, max: 10 }).default(2).meta({
      description:
        'Attempts beyond the first at this provider, before the first byte reached the client.',
    }),
    headers: f.pairs().optional().meta({
      description: 'Headers added to every request. Not for secrets: use secretRef.',
    }),
    tls: tls.optional().meta({
      description: 'Whose certificates are trusted, and how the gateways say who they are.',
    }),
    http2: z.boolean().optional().meta({
      description: 'Offers HTTP/2 to it. What does not take it is spoken to by HTTP/1.1.',
    }),
    proxyUrl: f.text({ min: 1, max: 2048, pattern: PROXY }).optional().meta({
      description:
        'Forward proxy by which this provider is reached, in place of that of the gateways’ environment. Only for providers of the platform.',
    }),
    proxySecretRef: f.secretRef().optional().meta({
      description: 'Where the `name:password` stands that the proxy asks for.',
    }),
    isActive: z.boolean().default(true).meta({
      description: 'Off takes every model of this provider out of service.',
    }),
    simulation: simulationSpec.optional().meta({
      description: 'How a simulated provider behaves. Only with type simulated.',
    }),
  }),
  [
    ...VERTEX_RULES,
    ...NEED_BASE_URL.map((type) => ({
      cel: `self.type != '${type}' || has(self.baseUrl)`,
      message: `baseUrl is required when type is ${type}`,
      fieldPath: '.baseUrl',
      holds: (self: { readonly type: ProviderTypeName; readonly baseUrl?: string | undefined }) =>
        self.type !== type || self.baseUrl !== undefined,
    })),
    {
      cel: "self.type != 'bedrock' || has(self.region) || (has(self.baseUrl) && self.baseUrl.matches('bedrock-runtime(-fips)?[.][a-z0-9-]+[.]'))",
      message: 'region is required when type is bedrock, unless baseUrl names it',
      fieldPath: '.region',
      holds: ({ type, region, baseUrl = '' }) =>
        type !== 'bedrock' ||
        region !== undefined ||
        /bedrock-runtime(-fips)?[.][a-z0-9-]+[.]/.test(baseUrl),
    },
    {
      cel: "self.type == 'simulated' || !has(self.simulation)",
      message: 'simulation is for providers of type simulated only',
      fieldPath: '.simulation',
      holds: (self) => self.type === 'simulated' || self.simulation === undefined,
    },
    {
      cel: '!has(self.secretRef) || !has(self.credentials)',
      message: 'credentials and secretRef exclude each other: secretRef is the short form of one',
      fieldPath: '.credentials',
      holds: (self) => self.secretRef === undefined || self.credentials === undefined,
    },
    {
      cel: '!has(self.credentials) || self.credentials.all(one, self.credentials.exists_one(other, other.name == one.name))',
      message: 'credentials must have a name each',
      fieldPath: '.credentials',
      holds: ({ credentials = [] }) =>
        new Set(credentials.map(({ name }) => name)).size === credentials.length,
    },
    {
      cel: '!has(self.proxyUrl) || !has(self.organizationId)',
      message:
        'proxyUrl is for providers of the platform only: a proxy could reach what an organization may not',
      fieldPath: '.proxyUrl',
      holds: (self) => self.proxyUrl === undefined || self.organizationId === undefined,
    },
    {
      cel: "!has(self.tls) || !has(self.baseUrl) || self.baseUrl.startsWith('https://')",
      message: 'tls is for https addresses: write baseUrl with https://',
      fieldPath: '.tls',
      holds: (self) =>
        self.tls === undefined || self.baseUrl === undefined || self.baseUrl.startsWith('https://'),
    },
    {
      cel: '!has(self.proxySecretRef) || has(self.proxyUrl)',
      message: 'proxySecretRef is for a proxy: set proxyUrl as well',
      fieldPath: '.proxySecretRef',
      holds: (self) => self.proxySecretRef === undefined || self.proxyUrl !== undefined,
    },
    sendableHeaders,
  ],
);

export type ProviderSpec = z.output<typeof spec>;

/** A source of models: a vendor's API, anything that speaks OpenAI's, or a simulation. */
export const provider = defineKind({
  kind: 'Provider',
  plural: 'providers',
  shortNames: ['prov'],
  feature: 'provider',
  description:
    'A source of models: a vendor’s API, anything that speaks OpenAI’s, or a simulation for trials. Its credential is a reference to a Secret, never a value.',
  spec,
  status: {
    health: f.list(targetHealth, MOST_TARGETS).optional().meta({
      description:
        'What each gateway made of it, by credential, when the condition Healthy was written last.',
    }),
  },
  columns: [
    { name: 'Type', type: 'string', jsonPath: '.spec.type' },
    { name: 'Active', type: 'boolean', jsonPath: '.spec.isActive' },
    { name: 'Base-URL', type: 'string', jsonPath: '.spec.baseUrl', priority: 1 },
    HEALTHY,
  ],
  selectable: ['.spec.type'],
  api: {
    path: 'providers',
    permission: 'providers',
    isShared: true,
    tag: 'Providers',
    noun: 'provider',
    required: ['name'],
    example: {
      name: 'openai',
      type: 'openai',
      base_url: 'https://api.openai.com/v1',
      api_key: 'sk-…',
    },
  },
  enforcedBy: ['gateway'],
  inlineSecrets: { secretRef: 'api_key', caSecretRef: 'ca' },
});
