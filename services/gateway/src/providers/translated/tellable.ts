import type {
  Conversation,
  Part,
  ResultPart,
  Settings,
  TextPart,
} from '../../formats/conversation/conversation.ts';
import type { ChatExtra } from '../upstream/provider-client.ts';

/**
 * A conversation as a server of chat completions takes it: such servers refuse what they do not know, and what is no member of OpenAI's API goes to those alone
 * that know it. Hints for caches are no loss: who knows none keeps what it likes.
 */
export function tellable(conversation: Conversation, takes: readonly ChatExtra[]): Conversation {
  const { turns, unread } = conversation;
  const { settings, dropped } = tellableSettings(conversation, takes);
  const isThoughtTold = takes.includes('reasoning');
  const told = turns.map(({ role, parts }) => ({
    role,
    parts: parts.filter(({ kind }) => kind !== 'reasoning' || isThoughtTold),
  }));
  const written = {
    ...conversation,
    turns: told.filter(({ parts }) => parts.length > 0),
    settings,
    unread: [...unread, ...dropped],
  };
  return takes.includes('cache_control') ? written : withoutHints(written);
}

/** Models of OpenAI before GPT-5, as far as a name tells: they refuse any `verbosity` but the usual one (OpenAI's guide "Using GPT-5"). */
const BEFORE_GPT_5 = /gpt-?(?:3|4|35)(?!\d)|(?:^|[/_-])o[134](?:$|[-_.])/i;

/** Members that are no more than what is so without them are no loss. */
function tellableSettings(
  { model, settings }: Conversation,
  takes: readonly ChatExtra[],
): { readonly settings: Settings; readonly dropped: readonly string[] } {
  const { top_k, verbosity, ...others } = settings;
  const isLong = verbosity !== undefined && BEFORE_GPT_5.test(model);
  const isRanked = top_k !== undefined && !takes.includes('top_k');
  const dropped = [
    ...(isRanked ? ['top_k'] : []),
    ...(isLong && verbosity !== 'medium' ? ['verbosity'] : []),
  ];
  const told = {
    ...(isRanked || top_k === undefined ? {} : { top_k }),
    ...(isLong || verbosity === undefined ? {} : { verbosity }),
  };
  return { settings: { ...others, ...told }, dropped };
}

function withoutHints(conversation: Conversation): Conversation {
  const { system, turns, tools } = conversation;
  return {
    ...conversation,
    system: system.map((part): TextPart => withoutHint(part)),
    turns: turns.map(({ role, parts }) => ({ role, parts: parts.map(plainPart) })),
    tools: tools.map((tool) => withoutHint(tool)),
  };
}

function plainPart(part: Part): Part {
  const plain = withoutHint(part);
  return plain.kind === 'result' ? { ...plain, parts: plain.parts.map(plainSaid) } : plain;
}

const plainSaid = (part: ResultPart['parts'][number]): ResultPart['parts'][number] =>
  withoutHint(part);

/** The same object where it has none. */
function withoutHint<Hinted extends object>(hinted: Hinted): Hinted {
  return 'cache' in hinted ? { ...hinted, cache: undefined } : hinted;
}
