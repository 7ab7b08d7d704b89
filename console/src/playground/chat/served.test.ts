import { expect, it } from 'vitest';
import { servedIn } from './served.ts';

it('reads who serves a chat', () => {
  const headers = new Headers({ 'x-aicp-model': 'm%C3%BCller', 'x-aicp-provider': 'sim' });
  expect(servedIn(headers)).toEqual({ model: 'müller', provider: 'sim', policy: null });
});

it('takes a name as it is that cannot be decoded', () => {
  expect(servedIn(new Headers({ 'x-aicp-model': '100%' })).model).toBe('100%');
});
