import type {
  Conversation,
  Part,
  ResultPart,
  TextPart,
} from '../../formats/conversation/conversation.ts';
import type { ChatExtra } from '../upstream/provider-client.ts';

/**
 * A conversation as a server of chat completions takes it: such servers refuse what they do not know, and what is no member of OpenAI's API goes to those alone
 * that know it. Hints for caches are no loss: who knows none keeps what it likes.
 */
export function tellable(conversation: Conversation, takes: readonly ChatExtra[]): Conversation {
  const { turns, settings, unread } = conversation;
  const { top_k, ...others } = settings;
  const isDropped = top_k !== undefined && !takes.includes('top_k');
  const isThoughtTold = takes.includes('reasoning');
  const told = turns.map(({ role, parts }) => ({
    role,
    parts: parts.filter(({ kind }) => kind !== 'reasoning' || isThoughtTold),
  }));
  const written = {
    ...conversation,
    turns: told.filter(({ parts }) => parts.length > 0),
    settings: isDropped ? others : settings,
    unread: isDropped ? [...unread, 'top_k'] : unread,
  };
  return takes.includes('cache_control') ? written : withoutHints(written);
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
