import { expect, it, vi } from 'vitest';
import { forgetOthers } from './forget-others.ts';
import type { SessionState, User } from '../session.ts';

const user = (user_id: string): User => ({ user_id, role: 'member' }) as User;

function started() {
  const client = { clear: vi.fn(), resetQueries: vi.fn() };
  let tell: () => void = () => undefined;
  const session = {
    state: { status: 'unknown' } as SessionState,
    subscribe: (listener: () => void) => {
      tell = listener;
      return () => undefined;
    },
  };
  forgetOthers(session, client);
  const become = (state: SessionState) => {
    session.state = state;
    tell();
  };
  return { client, become };
}

it('keeps what was read where the same person goes on', () => {
  const { client, become } = started();
  become({ status: 'signed-in', user: user('ann') });
  become({ status: 'expired', user: user('ann') });
  become({ status: 'signed-in', user: user('ann') });
  expect(client.clear).not.toHaveBeenCalled();
  expect(client.resetQueries).not.toHaveBeenCalled();
});

it('reads anew where somebody else goes on', () => {
  const { client, become } = started();
  become({ status: 'expired', user: user('ann') });
  become({ status: 'signed-in', user: user('bob') });
  expect(client.resetQueries).toHaveBeenCalledOnce();
});

it('forgets all where somebody signs out', () => {
  const { client, become } = started();
  become({ status: 'signed-in', user: user('ann') });
  become({ status: 'signed-out' });
  expect(client.clear).toHaveBeenCalledOnce();
});
