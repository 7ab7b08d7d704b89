import type { DecisionRecord, ReplayFacts } from '@aicp/contracts/decision/decision-record';
import type { MoneyLeft } from '@aicp/contracts/routing/request/money-left';
import { tokensOfPrompt } from '@aicp/contracts/routing/request/request-attributes';
import { costTags } from '@aicp/contracts/usage/cost-tags';

type Metadata = Readonly<Record<string, unknown>>;

/** What was said by a request that was routed. */
export interface SaidByRequest {
  readonly promptCharacters: number;
  readonly metadata: Metadata;
  /** Of `x-aicp-metadata`. */
  readonly headerMetadata: Metadata;
  readonly money: MoneyLeft | undefined;
  /** What is shown of it. */
  readonly attributes: DecisionRecord['attributes'];
  /** The headers that policies ask for. */
  readonly headerNames: readonly string[];
}

/** What of a request has to be kept beside its attributes, so that it can be routed again under other policies. */
export function replayFacts(said: SaidByRequest): ReplayFacts {
  const { promptCharacters, metadata, headerMetadata, money, attributes, headerNames } = said;
  const tags = costTags(metadata, headerMetadata);
  const lacks = headerNames.filter((name) => attributes[name] === undefined);
  return {
    input_tokens: tokensOfPrompt(promptCharacters),
    ...(tags ? { metadata: tags } : {}),
    ...(tags && isCut(tags, metadata, headerMetadata) ? { is_metadata_cut: true } : {}),
    ...(lacks.length > 0 ? { lacks } : {}),
    ...(money ? { money: toMoney(money) } : {}),
  };
}

/** Whether a condition may read something of the metadata that is not among the tags. */
function isCut(tags: Readonly<Record<string, string>>, ...all: readonly Metadata[]): boolean {
  const seen = new Set<string>();
  for (const metadata of all) {
    for (const [name, value] of Object.entries(metadata)) {
      if (seen.has(name)) continue;
      seen.add(name);
      if (tags[name] !== value) return true;
    }
  }
  return false;
}

const toMoney = ({ ofAll, ofTold, isKnown }: MoneyLeft): NonNullable<ReplayFacts['money']> => ({
  ...(ofAll === undefined ? {} : { all: ofAll }),
  ...(ofTold === undefined ? {} : { told: ofTold }),
  is_known: isKnown,
});
