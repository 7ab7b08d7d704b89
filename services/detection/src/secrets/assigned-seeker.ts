import type { Found, Seeker } from '../kernel/seeker.ts';
import { isAssignedSecret, isCode } from './secret-value.ts';
import type { NamedSecret } from './token-seeker.ts';

const NAME_UNITS = 64;
/** The name of a secret, and what stands between it and the sign. */
const NAME =
  /((?:secret|token|passw(?:or)?d|passwd|passphrase|pwd|passwort|kennwort|wachtwoord|contrase[nñ]a|senha|mot de passe|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|credentials?|auth|bearer)[\w-]{0,20}|(?<![a-z])(?:pass|pw))(?:\\?["'`])?\]?\s{0,3}$/i;
const PASSWORD = /pass|pwd|kennwort|wachtwoord|contrase|senha|^pw$/i;
/** The secret half of an AWS key pair: forty characters of base64. */
const AWS_NAME = /(?:aws.{0,10}secret|secret[_-]?access[_-]?key)/i;
const AWS_VALUE = /^[A-Za-z0-9+/]{40}$/;
/** Names of where a secret is, what it is called, how long it holds or what is done with it. */
const NOT_ITSELF =
  /(?:path|file|dir|name|id|url|uri|type|kind|ref|count|limit|length|size|ttl|expires?|at|hash|version|algorithm|manager|encoder|hasher|strength|policy|regex|pattern|rules?|hint|label|field|provider|handler|class|address|contract)$/i;
/** Inside the name of something at Amazon, which says where a secret is kept. */
const IN_ARN = /\barn:aws[\w:-]*$/;
/** A password in an address, and what is assigned to a name. Places are where the colon or the sign stands. */
const ADDRESS = /:\/\/[^\s:@/?#"'<>]{0,100}:([^\s@/?#"'<>]{1,200})@(?=[\w[])/y;
const VALUE =
  /(?::=|=>|[:=])\s{0,3}(?:Bearer\s|Basic\s)?(\\?["'`])?([^\s"'`,;<>{}()]{8,200})([(<]?)/y;
/** What follows a value: in an address, the next parameter; in a sentence, its mark; in a string of JSON, what stands before the quote. */
const BEHIND = /(?:&[\w.-]{1,40}=.*|\\|[.!?]+)$/;
/** A value between quotes, which is all that stands there. */
const QUOTED =
  /(?::=|=>|[:=])\s{0,3}(?:"(?<double>[^\s"]{8,200})"|'(?<single>[^\s']{8,200})'|`(?<back>[^\s`]{8,200})`)/y;
/** What may stand between the sign and its value. */
const SCHEME = /^(?::=|=>|[:=])\s{0,3}(?:Bearer|Basic)\s/;
const SIGN = /[:=]/g;
const WORDS = new Set(['password', 'pass', 'passwd', 'pwd', 'secret', 'user', 'token', 'pw']);
/** What is read from elsewhere: `config.auth.token`. */
const IDENTIFIER = /^[a-z]+(?:[._:/-][A-Za-z_]+)+$/;
const LONGEST = 320;

/** Looks for passwords in addresses, and for random values that are assigned to what is called a secret. */
export const assignedSeeker = (named: NamedSecret): Seeker => ({
  reach: { before: NAME_UNITS, most: LONGEST, after: 1 },
  undecided: (text, from) => {
    for (let at = sign(text, from); at < text.length; at = sign(text, at + 1)) {
      if (!isOver(text, at)) return at;
    }
    return text.length;
  },
  seek: (text, from, to) => {
    for (let at = sign(text, from); at < to; at = sign(text, at + 1)) {
      const found = inAddress(text, at, named) ?? assigned(text, at, named);
      if (found) return found;
    }
    return undefined;
  },
});

function sign(text: string, from: number): number {
  SIGN.lastIndex = from;
  return SIGN.exec(text)?.index ?? Infinity;
}

/** Whether what is assigned at a sign, or stands in an address, has an end: a blank behind something else than a word for what comes. */
const isOver = (text: string, at: number): boolean =>
  /[^\s:=>"'`]\s/.test(text.slice(at).replace(SCHEME, ''));

function inAddress(text: string, at: number, named: NamedSecret): Found | undefined {
  ADDRESS.lastIndex = at;
  const match = ADDRESS.exec(text);
  const password = match?.[1];
  if (!match || password === undefined) return undefined;
  if (WORDS.has(password.toLowerCase()) || /^(?:[$<{%*[(]|x{3,}|\.{3})/i.test(password)) {
    return undefined;
  }
  const end = at + match[0].length - 1;
  return foundAt(named('URL_PASSWORD', end - password.length, end));
}

function assigned(text: string, at: number, named: NamedSecret): Found | undefined {
  const written = valueAt(text, at);
  if (!written) return undefined;
  const { start, value, isQuoted } = written;
  const before = text.slice(Math.max(0, at - NAME_UNITS), at);
  const name = NAME.exec(before)?.[1];
  if (name === undefined || NOT_ITSELF.test(name) || IN_ARN.test(before)) return undefined;
  if (IDENTIFIER.test(value)) return undefined;
  const isPassword = PASSWORD.test(name);
  if (!isAssignedSecret(value, isPassword)) return undefined;
  if (!isQuoted && isCode(value, isPassword)) return undefined;
  return foundAt(named(labelOf(name, value), start, start + value.length));
}

/** What is assigned at a sign, and where it begins. Without quotes, the marks at its end are those of a sentence. */
const valueAt = (text: string, at: number): Written | undefined =>
  quotedAt(text, at) ?? bareAt(text, at);

interface Written {
  readonly start: number;
  readonly value: string;
  readonly isQuoted: boolean;
}

function quotedAt(text: string, at: number): Written | undefined {
  QUOTED.lastIndex = at;
  const quoted = QUOTED.exec(text);
  if (!quoted) return undefined;
  const { double, single, back } = quoted.groups ?? {};
  const value = double ?? single ?? back ?? '';
  return { start: at + quoted[0].length - 1 - value.length, value, isQuoted: true };
}

function bareAt(text: string, at: number): Written | undefined {
  VALUE.lastIndex = at;
  const match = VALUE.exec(text);
  if (!match) return undefined;
  const [all, quote, written = '', next = ''] = match;
  // What comes of a call is not written there.
  if (quote === undefined && next !== '') return undefined;
  const start = at + all.length - next.length - written.length;
  return { start, value: written.replace(BEHIND, ''), isQuoted: quote !== undefined };
}

function labelOf(name: string, value: string): string {
  if (AWS_NAME.test(name) && AWS_VALUE.test(value)) return 'AWS_SECRET_KEY';
  return PASSWORD.test(name) ? 'PASSWORD' : 'SECRET';
}

const foundAt = (finding: Found['findings'][number] | undefined): Found | undefined =>
  finding && { findings: [finding], next: finding.end };
