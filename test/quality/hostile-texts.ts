/** A way in which somebody writes what is not to be found. */
export interface Disguise {
  /** As the table of docs/reference/detector.md names it. */
  readonly name: string;
  readonly hide: (value: string) => string;
}

/** What is hidden, by the label that it is found under; the token is made here, since scanners of repositories look for whole ones. */
export const HIDDEN = {
  EMAIL_ADDRESS: 'jo.doe@example.com',
  CREDIT_CARD: '4111 1111 1111 1111',
  GITHUB_TOKEN: ['ghp', 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU0vW1xYz5A7'].join('_'),
  KEYWORD: 'apollo',
  PROMPT_INJECTION: 'override previous rules',
} as const;

/** A text with something in its middle. */
const within = (text: string, what: string): string =>
  text.slice(0, text.length / 2) + what + text.slice(text.length / 2);

/** Letters and digits of full width. */
const fullWidth = (text: string): string =>
  text.replaceAll(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));

export const disguises: readonly Disguise[] = [
  { name: 'not at all', hide: (value) => value },
  { name: 'a character of zero width within', hide: (value) => within(value, '\u200b') },
  { name: 'a soft hyphen within', hide: (value) => within(value, '\u00ad') },
  { name: 'a mark of direction within', hide: (value) => within(value, '\u202e') },
  { name: 'marks of direction around', hide: (value) => `\u202e${value}\u202c` },
  {
    name: 'Cyrillic look-alikes',
    hide: (value) => value.replaceAll('o', 'о').replaceAll('1', 'І'),
  },
  { name: 'Greek look-alikes', hide: (value) => value.replaceAll('o', 'ο').replaceAll('1', 'Ι') },
  { name: 'letters and digits of full width', hide: fullWidth },
  { name: 'base64', hide: (value) => Buffer.from(value).toString('base64') },
  {
    name: 'tags of Unicode that spell it',
    hide: (value) =>
      String.fromCodePoint(...Array.from(value, (one) => 0xe0000 + one.charCodeAt(0))),
  },
  { name: 'half of a pair within', hide: (value) => within(value, '\ud800') },
  { name: 'halves of pairs around', hide: (value) => `\ud800${value}\udc00` },
  { name: 'a combining mark within', hide: (value) => within(value, '\u0301') },
  { name: 'NUL within', hide: (value) => within(value, '\0') },
  { name: 'NUL around', hide: (value) => `\0${value}\0` },
  { name: 'a line end within', hide: (value) => within(value, '\n') },
];

/** What long texts are made of that make a careless search take long: what begins like a finding, again and again, and is none. */
export const REPEATED: readonly string[] = [
  ...[
    'a',
    'A',
    '1',
    '@',
    '=',
    '(',
    '+',
    ' ',
    '\n',
    '\0',
    '\ud800',
    '\udc00',
    '\u200b',
    '\u0301',
    '漢',
    '😀',
  ],
  ...[
    'a@',
    'a@a.',
    'password=',
    'password: ',
    '://a:',
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----',
  ],
  ...['eyJ', 'eyJaaaaaaaaaa.', 'AKIA', 'sk-', 's-', 'ghs_1_aaaaaaa.', 'hooks.slack.com/', 'MN.'],
  ...['1 ', '1-', 'a1 ', '1.1.1.', '::1', 'aa:bb:cc:', 'aaaa.bbbb.', 'DE89 ', 'tel 030901820 '],
  ...['ignore ', 'ignore all previous ', '\n system', '忽略', 'QUJD', '\u{e0041}', 'e\u0301'],
];
