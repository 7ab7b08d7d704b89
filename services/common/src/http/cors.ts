import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';

/** What pages of other origins may do (CORS). */
export interface CorsRules {
  readonly origins: CorsOrigins;
  readonly methods: readonly string[];
  /** Headers that they may send. */
  readonly headers: readonly string[];
  /** How further headers that they may send begin, in lower case. */
  readonly prefixes: readonly string[];
  /** Headers of answers that they may read. */
  readonly exposed: readonly string[];
}

/** How long a browser may keep what a preflight told it. */
const MAX_AGE_SECONDS = 600;

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Answers preflights, and lets pages of the named origins read every other answer. Stands before anything that asks who somebody is, since
 * a preflight brings no credentials. Browsers are never told that they may send cookies along: who calls from another origin shows a key or
 * a token.
 */
export function cors(rules: CorsRules): Handler {
  const { origins } = rules;
  const listed = new Set(origins === '*' ? [] : origins);
  const exposed = rules.exposed.join(', ');
  return (request, response, next) => {
    const { origin } = request.headers;
    // No cache keeps what a POST was answered: clients that are no browsers cost nothing there.
    if (origin === undefined && request.method === 'POST') {
      next();
      return;
    }
    response.setHeader('Vary', 'Origin');
    if (origin !== undefined && (origins === '*' || listed.has(origin))) {
      response.setHeader('Access-Control-Allow-Origin', origins === '*' ? '*' : origin);
      if (isPreflight(request)) {
        answerPreflight(request, response, rules);
        return;
      }
      response.setHeader('Access-Control-Expose-Headers', exposed);
    }
    next();
  };
}

const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

function answerPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  { methods, headers, prefixes }: CorsRules,
): void {
  const asked = (request.headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => prefixes.some((prefix) => name.startsWith(prefix)));
  response.statusCode = 204;
  response.setHeader('Vary', 'Origin, Access-Control-Request-Headers');
  response.setHeader('Access-Control-Allow-Methods', methods.join(', '));
  response.setHeader('Access-Control-Allow-Headers', [...headers, ...asked].join(', '));
  response.setHeader('Access-Control-Max-Age', String(MAX_AGE_SECONDS));
  response.end();
}

/** Origins whose pages may call a service from a browser; `*`: those of every origin. None: browsers keep all other pages out. */
export type CorsOrigins = '*' | readonly string[];

const EXAMPLE = 'write origins such as https://console.example.com, separated by commas';

/** `https://console.example.com,http://localhost:5173`: exact origins. */
export const corsOrigins = z
  .string()
  .transform((text, context): readonly string[] => originsIn(text, context));

/** The same, or `*` alone. */
export const corsOriginsOrAny = z
  .string()
  .transform((text, context): CorsOrigins =>
    text.trim() === '*' ? '*' : originsIn(text, context),
  );

function originsIn(text: string, context: z.RefinementCtx): readonly string[] {
  const items = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  for (const item of items) {
    const message = faultOf(item);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  }
  return items;
}

/** What is wrong with an origin, as a browser would write it; undefined: nothing. */
function faultOf(item: string): string | undefined {
  if (item === '*') return `"*" does not go here: ${EXAMPLE}`;
  if (item.includes('*')) return `"${item}" has a wildcard, which no origin has: ${EXAMPLE}`;
  const url = URL.canParse(item) ? new URL(item) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return `"${item}" is no origin: ${EXAMPLE}`;
  if (url.origin !== item) return `"${item}" is not how browsers say it: write ${url.origin}`;
  return undefined;
}
