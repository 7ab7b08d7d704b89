import type { Rule } from './rules.ts';

/** Header names that belong to the connection, not to the author of an object. */
const RESERVED_HEADERS = ['host', 'content-length', 'transfer-encoding', 'connection', 'upgrade'];

/** `headers` of a spec can be sent with a request. */
export const sendableHeaders: Rule<{
  readonly headers?: Readonly<Record<string, string>> | undefined;
}> = {
  cel: `!has(self.headers) || self.headers.all(name, name.matches('^[A-Za-z0-9-]{1,100}$') && !(name.lowerAscii() in ${JSON.stringify(RESERVED_HEADERS).replaceAll('"', "'")}))`,
  message: `headers must have names of letters, digits and '-', and none of ${RESERVED_HEADERS.join(', ')}`,
  fieldPath: '.headers',
  holds: (self) =>
    Object.keys(self.headers ?? {}).every(
      (name) =>
        /^[A-Za-z0-9-]{1,100}$/.test(name) && !RESERVED_HEADERS.includes(name.toLowerCase()),
    ),
};
