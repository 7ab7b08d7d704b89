import type { QueryClient } from '@tanstack/react-query';
import type { Session, SessionState } from '../session.ts';

/** Who is signed in, or was until the session ended, as one text; undefined where nobody is. */
export const whoIn = (state: SessionState): string | undefined =>
  state.status === 'signed-in' || state.status === 'expired'
    ? JSON.stringify([state.user.user_id, state.user.role, state.user.organization_id])
    : undefined;

/** Forgets all that was read for somebody as soon as somebody else is signed in, or nobody is. Returns what ends that. */
export function forgetOthers(
  session: Pick<Session, 'state' | 'subscribe'>,
  client: Pick<QueryClient, 'clear' | 'resetQueries'>,
): () => void {
  let who = whoIn(session.state);
  return session.subscribe(() => {
    const now = whoIn(session.state);
    if (now === who) return;
    const wasSomebody = who !== undefined;
    who = now;
    if (!wasSomebody) return;
    if (now === undefined) client.clear();
    else void client.resetQueries();
  });
}
