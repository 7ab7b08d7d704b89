import type { MoneyLeft } from '@aicp/contracts/routing/request/money-left';
import type { RequestFacts } from '@aicp/contracts/routing/request/request-attributes';
import type { RecordedRequest } from '@aicp/ledger/query/recorded-requests';

export type RecordedFacts = Pick<
  RequestFacts,
  'stream' | 'tools' | 'user' | 'metadata' | 'headers' | 'promptCharacters' | 'money'
>;

/** What a recorded request said, so that all that conditions read of it is what they read then. */
export function recordedFacts({ attributes, replay }: RecordedRequest): RecordedFacts {
  const { user } = attributes;
  return {
    stream: attributes['stream'] === true,
    tools: attributes['tools'] === true,
    user: typeof user === 'string' ? user : undefined,
    // What a policy read may have been a number, or too long for a tag.
    metadata: [under(attributes, 'metadata.'), replay?.metadata ?? {}],
    headers: under(attributes, 'header.'),
    promptCharacters: charactersOf(replay?.input_tokens ?? Number(attributes['input_tokens'] ?? 0)),
    money: replay?.money && moneyOf(replay.money),
  };
}

/** As many as make so many tokens. */
const charactersOf = (tokens: number): number => tokens * 4;

function under(
  attributes: RecordedRequest['attributes'],
  prefix: string,
): Readonly<Record<string, string>> {
  let found = NONE;
  for (const name in attributes) {
    if (!name.startsWith(prefix)) continue;
    found = { ...found, [name.slice(prefix.length)]: String(attributes[name]) };
  }
  return found;
}

/** Most requests have nothing of the sort. */
const NONE: Readonly<Record<string, string>> = {};

const moneyOf = ({
  all,
  told,
  is_known: isKnown,
}: NonNullable<NonNullable<RecordedRequest['replay']>['money']>): MoneyLeft => ({
  ofAll: all,
  ofTold: told,
  isKnown,
});
