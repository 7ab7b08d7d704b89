/** A forward proxy, by which requests leave a network. */
export interface ForwardProxy {
  /** `http://proxy.example:3128`: without a name and a password. */
  readonly url: URL;
  /** The value of Proxy-Authorization; undefined: it is asked without. */
  readonly authorization: string | undefined;
}

/** How a proxy is written, for whoever wrote it otherwise. */
const PROXY_FORM = 'write http://host:port or https://host:port';

/**
 * Reads the address of a proxy: `http://name:password@host:port`, or `host:port` as other programs take it. Throws a TypeError, which
 * names no password, where it is none.
 */
export function forwardProxy(text: string): ForwardProxy {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) throw new TypeError(`is no address: ${PROXY_FORM}`);
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new TypeError(`is an address of ${url.protocol}//, which is not spoken: ${PROXY_FORM}`);
  }
  const { username, password } = url;
  const isAnonymous = username === '' && password === '';
  return {
    url: new URL(url.origin),
    authorization: isAnonymous ? undefined : basic(`${decoded(username)}:${decoded(password)}`),
  };
}

/** A proxy whose `name:password` stands apart. Throws a TypeError where its address is none. */
export const proxyAt = (address: string, credentials: string | undefined): ForwardProxy => ({
  ...forwardProxy(address),
  ...(credentials === undefined ? {} : { authorization: basic(credentials) }),
});

/** `name:password` as the value of Proxy-Authorization. */
const basic = (credentials: string): string =>
  `Basic ${Buffer.from(credentials).toString('base64')}`;

/** A password with a `%` that escapes nothing is meant as it stands. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
