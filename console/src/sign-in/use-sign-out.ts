import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useRuntime } from '../api/runtime.tsx';
import { showProblem } from '../ui/states/show-problem.ts';

/** Ends the session and leads to the page for signing in. Where the service can't be told, the session goes on and that is said. */
export function useSignOut(): () => Promise<void> {
  const { session } = useRuntime();
  const navigate = useNavigate();
  return useCallback(async () => {
    try {
      await session.signOut();
    } catch (error) {
      showProblem('Not signed out', error);
      return;
    }
    await navigate({ to: '/login' });
  }, [session, navigate]);
}
