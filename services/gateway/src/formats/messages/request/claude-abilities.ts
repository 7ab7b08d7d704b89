/** What of a request a model of Anthropic takes, as far as its name tells. */
export interface ClaudeAbilities {
  /** `temperature`, `top_p` and `top_k`. */
  readonly takesSampling: boolean;
  /** `budget`: it is told how many tokens it may think; `adaptive`: it is told an effort; `none`: it does not think. */
  readonly thinking: 'budget' | 'adaptive' | 'none';
  /** Whether it knows the effort `xhigh`. */
  readonly takesHighestEfforts: boolean;
  /** Whether it can be held to a JSON Schema. */
  readonly takesSchema: boolean;
  /** The longest answer that it is asked for where the client does not say, in tokens. */
  readonly defaultMaxTokens: number;
}

/** `claude-3-5-haiku-20241022`, and since then `claude-opus-4-7`; behind the prefixes of clouds as well. */
const OLD_NAME = /claude-(?<major>[123])(?:[-.](?<minor>\d)(?!\d))?/;
const NAME = /claude-[a-z]+-(?<major>\d+)(?:[-.](?<minor>\d{1,2})(?!\d))?/;

const LATEST = 9900;

/**
 * By Anthropic's documentation of its models ("Models overview", "Migration guide", "Extended thinking", "Structured outputs"). A name that is not known is taken for the newest.
 */
export function abilitiesOf(model: string): ClaudeAbilities {
  const version = versionOf(model);
  return {
    takesSampling: version < 407,
    thinking: thinkingOf(version),
    takesHighestEfforts: version >= 407,
    takesSchema: version >= 405,
    defaultMaxTokens: longestOf(version),
  };
}

/** `407` of 4-7. */
function versionOf(model: string): number {
  const found = (OLD_NAME.exec(model) ?? NAME.exec(model))?.groups;
  if (!found) return LATEST;
  return Number(found.major) * 100 + Number(found.minor ?? 0);
}

function thinkingOf(version: number): ClaudeAbilities['thinking'] {
  if (version < 307) return 'none';
  return version < 406 ? 'budget' : 'adaptive';
}

function longestOf(version: number): number {
  if (version < 305) return 4096;
  return version < 400 ? 8192 : 32_000;
}
