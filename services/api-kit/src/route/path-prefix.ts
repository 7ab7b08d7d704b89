import type { RequestHandler } from 'express';

/** The path of the address at which people reach a service, without a slash at the end: `/aicp`; empty at the root of a host. */
export const prefixOf = (address: string | undefined): string =>
  address === undefined ? '' : new URL(address).pathname.replace(/\/+$/, '');

/** A path (with its query) as the service knows it, whether or not it begins with the prefix. */
export function withoutPrefix(path: string, prefix: string): string {
  if (prefix === '' || !path.startsWith(prefix)) return path;
  const rest = path.slice(prefix.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : path;
}

/**
 * Takes requests behind a proxy that leaves the prefix in their paths, and behind one that takes it off. `originalUrl`, which `Location` and `Link` are
 * made from, has the prefix in both cases. Where a path of the service itself begins as the prefix does, nobody could tell the two apart: then the proxy has to
 * take it off.
 */
export function takePrefix(prefix: string, ownPaths: readonly string[]): RequestHandler {
  const isTakenOff = ownPaths.some((path) => beginsAs(prefix, path));
  return (request, _response, next) => {
    if (prefix !== '' && request.url.startsWith('/')) {
      if (!isTakenOff) request.url = withoutPrefix(request.url, prefix);
      request.originalUrl = `${prefix}${request.url}`;
    }
    next();
  };
}

/** Whether a request to a path of the service (`/things/{id}`) may begin with the prefix. */
function beginsAs(prefix: string, path: string): boolean {
  const own = path.split('/').slice(1);
  const wanted = prefix.split('/').slice(1);
  return (
    wanted.length <= own.length &&
    wanted.every((segment, at) => own[at] === segment || own[at]?.startsWith('{') === true)
  );
}
