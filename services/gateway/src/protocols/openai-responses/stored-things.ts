import { isUnambiguous } from '@aicp/common/json/unambiguous';
import { CHAT_LIMITS } from '../openai-chat/chat-scan.ts';
import { isObject } from '../../formats/json/members.ts';
import { problemOfTier } from '../service-tier.ts';
import { OWN_REASONING } from '../../formats/responses/seals.ts';

/** Whether a member of this name says which thing it is that a vendor stores for its customer, who is one for all tenants. */
type Names = (name: string) => boolean;

const STORED: ReadonlySet<string> = new Set([
  ...['vector_store_ids', 'file_ids', 'file_id', 'container_id', 'skill_id'],
  ...['tunnel_id', 'comparison_response_id'],
]);
const isKnown: Names = (name) => STORED.has(name.toLowerCase());

const ID = /(?:^|_)ids?$/i;
/** Nobody knows what other ids name, so that they name what is stored. */
const isId: Names = (name) => ID.test(name);

/** Ids by which the items of one request tell each other apart. */
const OF_ITEMS: ReadonlySet<string> = new Set([
  'id',
  'call_id',
  'caller_id',
  'approval_request_id',
]);
const isIdOfItem: Names = (name) => isId(name) && !OF_ITEMS.has(name);

/** Members whose names are those of arguments, or somebody's own. */
const OPEN: ReadonlySet<string> = new Set([
  ...['parameters', 'output_schema', 'input_schema', 'schema', 'arguments', 'env', 'headers'],
]);

/** The first member of something, however deep, that names what the vendor stores; undefined: none. A schema's members are no such. */
export function storedIn(value: unknown, names: Names = isKnown): string | undefined {
  if (Array.isArray(value))
    return value.map((one) => storedIn(one, names)).find((found) => found !== undefined);
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value)
    .map(([name, inner]) => storedAs(name, inner, names))
    .find((found) => found !== undefined);
}

function storedAs(name: string, value: unknown, names: Names): string | undefined {
  if (OPEN.has(name)) return undefined;
  if (name.toLowerCase() === 'type' && isOwnTool(value)) return value;
  const isContainer = name === 'container' && typeof value === 'string';
  // A voice that comes with every account is a word.
  const isVoice = name === 'voice' && isObject(value);
  const isStored = names(name) || isContainer || isVoice;
  return isStored && !isNothing(value) ? name : storedIn(value, names);
}

/** Tools that Azure runs with the rights of its account, and that name what they reach by no id (its "Responses" of projects). */
const OWN_TOOLS: ReadonlySet<string> = new Set([
  ...['azure_function', 'openapi', 'memory_search', 'memory_search_preview'],
]);
const isOwnTool = (type: unknown): type is string =>
  typeof type === 'string' && OWN_TOOLS.has(type.toLowerCase());

const isNothing = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length === 0);

/** Why a member of a request may not go on, as what is behind its name; undefined: it may. `json`: its value. */
export type Problem = (json: Buffer) => string | undefined;

const unambiguous =
  (problem: (value: unknown) => string | undefined): Problem =>
  (json) =>
    isUnambiguous(json, CHAT_LIMITS) ? problem(JSON.parse(json.toString())) : TWICE;

const TWICE = 'holds a member twice: write each once';

const named = (name: string): string =>
  `has ${name}, which names what the vendor stores: this gateway does not reach it, and cannot tell whose it is. Leave it out, and send what it stands for in input`;

/** Members of a body by which Azure has one of its account's own agents answer, or one of its sources searched (its "Responses" of projects). */
const OF_ACCOUNT: ReadonlySet<string> = new Set(['agent', 'agent_reference', 'data_sources']);

/** Of a member of the body that no stage reads. */
export const problemOfMember: Problem = unambiguous((value) => {
  const own = isObject(value)
    ? Object.keys(value).find((name) => OF_ACCOUNT.has(name.toLowerCase()))
    : undefined;
  if (own !== undefined) return named(own);
  const dearer = isObject(value) ? tierIn(value) : undefined;
  if (dearer !== undefined) return dearer;
  const stored = storedIn(value, isId);
  return stored === undefined ? undefined : named(stored);
});

const tierIn = (member: Readonly<Record<string, unknown>>): string | undefined =>
  Object.entries(member)
    .filter(([name]) => name.toLowerCase() === 'service_tier')
    .map(([, tier]) => problemOfTier(tier))
    .find((problem) => problem !== undefined);

/** Of a tool that a vendor runs. */
export const problemOfTool: Problem = unambiguous((tool) => {
  if (!isObject(tool)) return undefined;
  const { connector_id: connector, ...rest } = tool;
  const stored = storedIn(rest, isId);
  if (stored !== undefined) return named(stored);
  if (!isNothing(rest['model'] ?? null)) return OTHER_MODEL;
  return isNothing(connector ?? null) || isOwn(connector, rest) ? undefined : CONNECTOR;
});

const OTHER_MODEL =
  'has model, which the vendor would ask beside the one that policies, limits and prices were looked up for: leave it out';

const CONNECTOR =
  'has connector_id, and what is connected may be somebody else’s: name one of the vendor’s own connectors, and send your authorization with it';
/** Connectors that each account has are words. */
const OWN_CONNECTOR = /^connector_[a-z]{1,40}$/;

const isOwn = (connector: unknown, { authorization }: Readonly<Record<string, unknown>>) =>
  typeof connector === 'string' &&
  OWN_CONNECTOR.test(connector) &&
  typeof authorization === 'string' &&
  authorization !== '';

/** Of the notes to a text. */
export const problemOfNotes: Problem = unambiguous((notes) => {
  const stored = storedIn(notes, isId);
  return stored === undefined ? undefined : `${named(stored)}: annotations may be left empty`;
});

/** Of an item whose type is none of those that say all that they are. */
export const problemOfItem: Problem = unambiguous((item) => {
  if (!isObject(item)) return undefined;
  const hollow = hollowOf(item);
  if (hollow !== undefined) return hollow;
  // Parts of these were read, and the files that they name.
  const { content: _content, output: _output, ...rest } = item;
  const stored = storedIn(rest, isIdOfItem);
  return stored === undefined ? undefined : named(stored);
});

/** Why an item is refused that the vendor would fill with what it stored under its id. */
function hollowOf(item: Readonly<Record<string, unknown>>): string | undefined {
  const type = item['type'];
  if (type === 'reasoning' && isNobodys(item['id'])) return undefined;
  if (type === 'file_search_call') return FILE_SEARCH;
  const member = typeof type === 'string' ? FILLED.get(type) : undefined;
  const isWhole = member === undefined || isObject(item[member]) || isFilled(item[member]);
  if (isWhole) return undefined;
  return type === 'reasoning' ? REASONING : hollow(member);
}

/** Of types of items, the member without which there is the id alone. */
const FILLED: ReadonlyMap<string, string> = new Map([
  ['reasoning', 'encrypted_content'],
  ['compaction', 'encrypted_content'],
  ['image_generation_call', 'result'],
  ['web_search_call', 'action'],
]);

const isFilled = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Of what other vendors' models thought, which the gateway wrote. */
const isNobodys = (id: unknown): boolean =>
  (id ?? null) === null || (typeof id === 'string' && id.startsWith(`${OWN_REASONING}_`));

const FILE_SEARCH =
  'has an item of type file_search_call, which is of files that the vendor stores: leave it out';
const REASONING =
  'has reasoning without encrypted_content, which names what the vendor stored: ask for it with include: ["reasoning.encrypted_content"] and send it again, or leave the item out';
const hollow = (member: string): string =>
  `has an item without ${member}, which names what the vendor stored: send it with ${member}, or leave the item out`;
