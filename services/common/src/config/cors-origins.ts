import { z } from 'zod';

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
