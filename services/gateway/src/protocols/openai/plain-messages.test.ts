import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBadRequest, readChatRequest } from './chat-request.ts';

/** What belongs to schema libraries, languages and regular expressions, and to no sentence. */
const FOREIGN =
  /\/\^|\\x|\\u00|\bzod\b|Invalid input|expected .* received|>=|<=|\[object|undefined|NaN|Too (small|big)|Unrecognized|must match/;

const MEMBERS = [
  'model',
  'messages',
  'stream',
  'stream_options',
  'metadata',
  'tools',
  'functions',
  'user',
  'max_tokens',
];

const messageOf = (body: string): string | undefined => {
  const read = readChatRequest(Buffer.from(body));
  return isBadRequest(read) ? read.message : undefined;
};

describe('what a client is told of a body', () => {
  it('is a plain sentence, whichever member is wrong and however', () => {
    const bodies = fc.oneof(
      fc
        .dictionary(fc.constantFrom(...MEMBERS), fc.jsonValue())
        .map((body) => JSON.stringify(body)),
      fc.json(),
      fc.string(),
    );
    let refused = 0;
    fc.assert(
      fc.property(bodies, (body) => {
        const message = messageOf(body);
        if (message === undefined) return;
        refused += 1;
        expect(message).not.toMatch(FOREIGN);
        expect(message).toMatch(/^.{10,299}\.$/);
      }),
    );
    expect(refused).toBeGreaterThan(0);
  });
});
