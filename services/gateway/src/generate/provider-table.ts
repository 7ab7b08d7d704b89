import { PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import { PROVIDER_FORMS } from '@aicp/crds/kit/provider-forms';
import { systemClock } from '@aicp/common/time/clock';
import type { ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import { CAPABILITIES, type Capabilities } from '../providers/capabilities.ts';
import { PoolSet } from '../providers/pool-set.ts';
import { PROVIDER_TYPES } from '../providers/provider-types.ts';

const BEGIN = '<!-- providers:begin (made by `make generate`) -->';
const END = '<!-- providers:end -->';

/** A type of provider that is served. */
export type Type = ProviderFragment['type'];

/** Puts the table of all types of provider that are served between the markers of a page. Throws where the page lacks them. */
export function withProviderTable(page: string, hasPage: (type: string) => boolean): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`the page needs the lines "${BEGIN}" and "${END}"`);
  const rows = typesByName().map((type) => rowOf(type, hasPage(type)));
  const table = [
    '| provider | type | asked by | tools | images | JSON Schema | reasoning | credential | has to say |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
  return `${page.slice(0, begin)}${BEGIN}\n\n${table}\n\n${page.slice(end)}`;
}

/** The types that are served, by the names of the vendors. */
export const typesByName = (): readonly Type[] =>
  (Object.keys(PROVIDER_TYPES) as Type[]).toSorted((a, b) =>
    CAPABILITIES[a].name.localeCompare(CAPABILITIES[b].name, 'en'),
  );

const WORDS: Readonly<Record<Capabilities['tools'], string>> = {
  ...{ yes: 'yes', no: '–', models: 'some models' },
};

function rowOf(type: Type, hasPage: boolean): string {
  const { name, tools, images, schema, reasoning } = CAPABILITIES[type];
  const { credential = 'none', required } = PROVIDER_FORMS[type];
  const cells = [
    hasPage ? `[${name}](${type}.md)` : name,
    `\`${type}\``,
    speaks(type).join(', '),
    ...[tools, images, schema, reasoning].map((can) => WORDS[can]),
    credential,
    required.map((field) => `\`${field}\``).join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The APIs in which a provider of the type is asked, as its client says. Nothing is sent. */
export function speaks(type: Type): readonly string[] {
  const egress = { platform: PUBLIC_ONLY, tenants: PUBLIC_ONLY };
  const pools = new PoolSet({ egress, clock: systemClock });
  const parts = {
    apiKey: undefined,
    metadataHost: 'metadata.google.internal',
    poolTo: (origin: string) => pools.of({ origin, owner: 'platform' }),
    ...{ clock: systemClock, random: () => 0 },
    cloud: { identity: {}, ask: nobodyAnswers, readText: nobodyAnswers },
  };
  try {
    return PROVIDER_TYPES[type].clientOf(someProvider(type), parts).speaks;
  } finally {
    pools.destroy();
  }
}

const nobodyAnswers = () => Promise.reject(new Error('nothing is sent'));

const someProvider = (type: Type): ProviderFragment => ({
  source: { kind: 'Provider', name: type, uid: type, generation: 1 },
  ...{ id: type, type, baseUrl: 'https://provider.example.com', credential: 'none' },
  ...{ region: 'eu-central-1', project: 'project' },
  ...{ timeoutMs: 1, maxRetries: 0, headers: {}, isActive: true },
});
