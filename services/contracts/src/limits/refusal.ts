import type { RoutingRefusal } from '../routing/refusal.ts';
import { isOfTokens, type Limit } from './limit.ts';

/** 429: a limit is used up for now. */
export const limitReached = (limit: Limit, retryAfterSeconds: number): RoutingRefusal => ({
  ...refusedBy(limit),
  message: `${sentenceOn(limit)} Try again in ${retryAfterSeconds} s.`,
});

/** 429: a limit never has so much for one request. */
export const beyondLimit = (limit: Limit, tokens: number): RoutingRefusal => ({
  ...refusedBy(limit),
  message: `${sentenceOn(limit)} This request may take ${tokens}: send a shorter prompt, or set a lower max_tokens.`,
});

/** 429: one of several gateways that count apart has so much of a limit, which is less than a request asks for. */
export const beyondShare = (
  limit: Limit,
  { share, tokens }: { readonly share: number; readonly tokens: number },
): RoutingRefusal => ({
  ...refusedBy(limit),
  message: `${sentenceOn(limit)} Each gateway counts a share of it by itself, here ${share}, and this request may take ${tokens}: send a shorter prompt, or set a lower max_tokens.`,
});

/** The same while the gateways have lost what they count in together. */
export const beyondShareForNow = (
  limit: Limit,
  asked: { readonly share: number; readonly tokens: number; readonly retryAfterSeconds: number },
): RoutingRefusal => ({
  ...refusedBy(limit),
  message: `${sentenceOn(limit)} This gateway has lost the counts that it shares with others, and lets ${asked.share} pass by itself until it has them back; this request may take ${asked.tokens}. Send a shorter prompt, set a lower max_tokens, or try again in ${asked.retryAfterSeconds} s.`,
});

const refusedBy = (limit: Limit): Omit<RoutingRefusal, 'message'> => ({
  status: 429,
  type: isOfTokens(limit) ? 'tokens' : 'requests',
  code: 'rate_limit_exceeded',
  param: null,
});

/** What a limit says, as a sentence. That of a key or a team is for whom it names already. */
export const sentenceOn = (limit: Limit): string => {
  const isOwn = limit.source.kind === 'key' || limit.source.kind === 'team';
  return `${sourceOf(limit)} allows ${measured(limit)}${isOwn ? '' : ` ${subjectOf(limit)}`}.`;
};

/** The RateLimitPolicy that set a limit; undefined where it was something else. */
export const policyOf = ({ source }: Limit): string | undefined =>
  source.kind === 'policy' ? source.name : undefined;

function sourceOf({ source }: Limit): string {
  switch (source.kind) {
    case 'policy':
      return `The rate limit "${source.name}"`;
    case 'key':
      return 'This key';
    case 'team':
      return `The team "${source.name}"`;
    case 'settings':
      return 'The platform';
    case 'target':
      return `"${source.name}"`;
  }
}

function measured({ measure, limit }: Limit): string {
  switch (measure) {
    case 'requests':
      return `${limit} requests a minute`;
    case 'requests-day':
      return `${limit} requests a day`;
    case 'tokens':
      return `${limit} tokens a minute`;
    case 'tokens-day':
      return `${limit} tokens a day`;
    case 'concurrent':
      return `${limit} requests at the same time`;
    default:
      return `${limit} requests in ${measure.slice('burst-'.length)} s`;
  }
}

/** Who shares a limit. A count of all requests says nothing more of whom it counts. */
function subjectOf({ subject }: Limit): string {
  const [kind = '', ...rest] = subject.split('/');
  switch (kind) {
    case 'global':
    case 'call':
      return 'for everybody together';
    case 'user':
    case 'claimed':
      return 'for this user';
    case 'model':
      return `for the model "${rest.join('/')}"`;
    case 'own-model':
      return `for the model "${rest.slice(1).join('/')}" in this organization`;
    case 'key':
      return 'for this key';
    default:
      // A team stands behind its organization.
      return `for the ${kind} "${rest.at(-1) ?? ''}"`;
  }
}
