import { expect, it } from 'vitest';
import { newSessionId, sessionOf } from './client-session.ts';

it.each([
  [{}, {}],
  [{ elicitation: {} }, { elicitation: { form: {} } }],
  [{ elicitation: { url: {} } }, { elicitation: { url: {} } }],
  [{ elicitation: { form: {}, url: {} } }, { elicitation: { form: {}, url: {} } }],
  [{ sampling: { tools: {} } }, { sampling: { tools: {} } }],
  [
    { sampling: {}, roots: { listChanged: true } },
    { sampling: {}, roots: {} },
  ],
])('the id of a session says what its client can be asked: %j', (said, kept) => {
  const id = newSessionId(said);
  expect(sessionOf(id)).toEqual({ id, capabilities: kept });
});

it.each(['', 'x', `${'a'.repeat(36)}.<>`, `${newSessionId({})}\n`, '0'.repeat(36)])(
  'an id that nobody was given is none: %j',
  (id) => {
    expect(sessionOf(id)).toBeUndefined();
  },
);
