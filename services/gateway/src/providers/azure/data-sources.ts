import { isObject } from '../../formats/json/members.ts';
import { membersOf, nameOf } from '../compatible/members-of.ts';
import { skipSpace } from '../../protocols/openai-chat/json-bytes.ts';

const MEMBER = 'data_sources';

/** Ways in which the client shows a source what it may read there: learn.microsoft.com, "Azure OpenAI On Your Data API Reference". */
const OF_THE_CLIENT: ReadonlySet<unknown> = new Set([
  ...['api_key', 'access_token', 'connection_string', 'encoded_api_key'],
  ...['key_and_key_id', 'username_and_password'],
]);

/**
 * Why a chat may not go on to Azure: one of its `data_sources` is searched with the rights of Azure's resource, which is one for all tenants, or by a deployment that the
 * key may not use. Undefined: it may. `body` is a JSON object.
 */
export function sourceFault(body: Buffer): string | undefined {
  if (!body.includes(MEMBER) && !body.includes('\\u')) return undefined;
  return membersOf(body, skipSpace(body, 0))
    .filter((member) => nameOf(member) === MEMBER)
    .map(({ value, end }) => faultOf(JSON.parse(body.toString('utf8', value, end))))
    .find((fault) => fault !== undefined);
}

function faultOf(sources: unknown): string | undefined {
  if (!Array.isArray(sources)) return undefined;
  return sources.map(faultOfSource).find((fault) => fault !== undefined);
}

function faultOfSource(source: unknown): string | undefined {
  const parameters = isObject(source) ? source['parameters'] : undefined;
  if (!isObject(parameters)) return NO_RIGHTS;
  const { authentication, embedding_dependency: vectors } = parameters;
  if (!isObject(authentication) || !OF_THE_CLIENT.has(authentication['type'])) return NO_RIGHTS;
  const isElsewhere = !isObject(vectors) || vectors['type'] === 'endpoint';
  return isElsewhere ? undefined : DEPLOYMENT;
}

const NO_RIGHTS = `${MEMBER} would be read with the rights of the gateway's resource at Azure: send an authentication of your own in parameters (${[...OF_THE_CLIENT].join(', ')}).`;
const DEPLOYMENT = `${MEMBER} would make vectors by a deployment that no key is checked for: name an endpoint in embedding_dependency, or leave it out.`;
