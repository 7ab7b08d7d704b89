import { basename, dirname, extname } from 'node:path';
import type { NextFunction, Request, Response } from 'express';
import type { BuiltConsole } from './built-console.ts';

/** What is sent compressed, where the build left it compressed beside the file. */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const ENCODINGS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;

/** A name that leads nowhere else, hides nothing, and is none of the compressed neighbours. */
export const isFileName = (name: string): boolean =>
  /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(name) && !/\.(br|gz)$/.test(name);

export interface FileAnswer {
  readonly request: Request;
  readonly response: Response;
  readonly next: NextFunction;
}

export interface Keeping {
  /** So long browsers may keep it, seconds. */
  readonly maxAgeSeconds: number;
  /** Whether what has this name never changes. */
  readonly isImmutable: boolean;
}

/** Sends a file of the console, compressed where both sides can; what is not there is left to whatever comes next. */
export async function sendFile(
  path: string,
  built: BuiltConsole,
  { maxAgeSeconds, isImmutable }: Keeping,
  { request, response, next }: FileAnswer,
): Promise<void> {
  const plain = await built.file(path);
  if (plain === undefined) {
    next();
    return;
  }
  const { file, headers } = await compressed({ path, plain }, built, request);
  response.vary('Accept-Encoding');
  const options = {
    root: dirname(file),
    maxAge: maxAgeSeconds * 1000,
    immutable: isImmutable,
    acceptRanges: false,
    headers,
  };
  response.sendFile(basename(file), options, (error?: NodeJS.ErrnoException) => {
    // Once it has begun, the browser sees for itself that it broke off; before, the file went away in this moment.
    if (!error || response.headersSent) return;
    next(error.code === 'ENOENT' ? undefined : error);
  });
}

async function compressed(
  { path, plain }: { path: string; plain: string },
  built: BuiltConsole,
  request: Request,
): Promise<{ file: string; headers: Record<string, string> }> {
  const type = TEXT_TYPES[extname(path)];
  if (type === undefined) return { file: plain, headers: {} };
  for (const { encoding, suffix } of ENCODINGS) {
    if (request.acceptsEncodings(encoding) === false) continue;
    const file = await built.file(`${path}${suffix}`);
    if (file !== undefined) {
      return { file, headers: { 'Content-Type': type, 'Content-Encoding': encoding } };
    }
  }
  return { file: plain, headers: { 'Content-Type': type } };
}
