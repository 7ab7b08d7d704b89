import type { Rule } from './rules.ts';

/** Header names that belong to the connection, not to the author of an object. */
const RESERVED_HEADERS = [
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'keep-alive',
  'proxy-connection',
  'http2-settings',
];

/** As a list of CEL, with its texts in single quotes. */
const RESERVED = JSON.stringify(RESERVED_HEADERS).replaceAll('"', "'");

/** `headers` of a spec can be sent with a request. */
export const sendableHeaders: Rule<{
  readonly headers?: Readonly<Record<string, string>> | undefined;
}> = {
  cel: `!has(self.headers) || self.headers.all(name, name.matches('^[A-Za-z0-9-]{1,100}$') && !(name.lowerAscii() in ${RESERVED}) && self.headers[name].matches('^[\\t -~]*$'))`,
  message: `headers must have names of letters, digits and '-', none of ${RESERVED_HEADERS.join(', ')}, and values of one line in ASCII`,
  fieldPath: '.headers',
  holds: (self) =>
    Object.entries(self.headers ?? {}).every(
      ([name, value]) =>
        /^[A-Za-z0-9-]{1,100}$/.test(name) &&
        !RESERVED_HEADERS.includes(name.toLowerCase()) &&
        /^[\t -~]*$/.test(value),
    ),
};
