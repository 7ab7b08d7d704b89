import { Router, type Request, type Response } from 'express';
import { BuiltConsole } from './built-console.ts';
import { noConsolePage, REFRESH_SECONDS } from './no-console-page.ts';
import { pagePolicy } from './page-policy.ts';
import { isFileName, sendFile } from './send-file.ts';
import type { Clock } from '@aicp/common/time/clock';

export interface ConsoleOptions {
  /** Of the built console. It may come later; undefined: it never does. */
  readonly directory: string | undefined;
  /** Path below which browsers reach the service, without a slash at the end; empty at the root of the host. */
  readonly prefix: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomBytes: (bytes: number) => Buffer;
}

/** Paths of programs. What is not there is not there: nobody gets a page in its place. */
const OF_PROGRAMS: ReadonlySet<string> = new Set([
  ...['api', 'auth', 'docs', 'v1', 'assets', 'internal'],
  ...['openapi.json', 'health', 'ready', 'version', 'metrics'],
]);

/** The build names assets after what is in them. */
const NAMED_AFTER_CONTENT = { maxAgeSeconds: 365 * 24 * 3600, isImmutable: true };
const PLAIN = { maxAgeSeconds: 3600, isImmutable: false };
const NONCE_BYTES = 16;

/**
 * The console: its page at `/` and at every path that is a page's own (`/teams/research`), and its files. It comes after the routes of the
 * service, and leaves what it does not know to what comes next.
 */
export function consolePages(options: ConsoleOptions): Router {
  const built = new BuiltConsole(options);
  const router = Router({ caseSensitive: true });
  router.get('/assets/:file', async (request, response, next) => {
    const { file } = request.params;
    const answer = { request, response, next };
    if (isFileName(file)) await sendFile(`assets/${file}`, built, NAMED_AFTER_CONTENT, answer);
    else next();
  });
  router.get(['/', '/index.html'], async (request, response, next) => {
    if (request.accepts('html') === false) next();
    else await sendPage(response, built, options);
  });
  router.get('/:file', async (request, response, next) => {
    const { file } = request.params;
    const isFile = file.includes('.') && isFileName(file) && !OF_PROGRAMS.has(file);
    const leave = (error?: unknown) => {
      next(error ?? 'router');
    };
    if (isFile) await sendFile(file, built, PLAIN, { request, response, next: leave });
    else next();
  });
  router.get('/{*path}', async (request, response, next) => {
    if (isOfPeople(request)) await sendPage(response, built, options);
    else next();
  });
  return router;
}

/** A program that asks for what is not there takes anything, and would take a page for an answer. Browsers name HTML. */
const isOfPeople = (request: Request): boolean =>
  /\btext\/html\b/i.test(request.get('accept') ?? '') &&
  !OF_PROGRAMS.has(firstSegment(request.path)) &&
  !request.path.startsWith('//');

const firstSegment = (path: string): string => {
  const [, first = ''] = path.split('/');
  return decodeURIComponent(first);
};

async function sendPage(
  response: Response,
  built: BuiltConsole,
  { prefix, randomBytes }: ConsoleOptions,
): Promise<void> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  const base = `${prefix}/`.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  response.set({ 'Content-Security-Policy': pagePolicy(nonce), 'Cache-Control': 'no-store' });
  const page = await built.page();
  if (page.type === 'page') {
    const html = page.html
      .replaceAll('__CSP_NONCE__', nonce)
      .replaceAll('__BASE_HREF__', () => base);
    response.type('html').send(html);
    return;
  }
  const isBuilding = page.type === 'building';
  if (isBuilding) response.set('Retry-After', String(REFRESH_SECONDS.building));
  response.status(isBuilding ? 503 : 404).type('html');
  response.send(noConsolePage({ isBuilding, nonce, base }));
}
