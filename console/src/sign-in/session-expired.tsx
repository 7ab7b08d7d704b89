import { Anchor, Modal, Text } from '@mantine/core';
import { useEffect } from 'react';
import { isPassing } from '../api/problem.ts';
import { useRuntime, useSession } from '../api/runtime.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Asks to sign in again on top of what is open, so that nothing that was typed is lost. */
export function SessionExpired() {
  const state = useSession();
  const { baseUrl } = useRuntime();
  useResumeOnReturn(state.status === 'expired');
  if (state.status !== 'expired') return null;
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Your session has ended"
    >
      <Text size="sm" mb="md">
        Sign in again as {state.user.email ?? state.user.user_id} to go on: what you typed is still
        there. For anybody else the page begins anew.
      </Text>
      <SignInForm returnTo={undefined} />
      <Text size="sm" mt="md">
        <Anchor href={`${baseUrl}login`} inherit>
          Leave this page and what you typed
        </Anchor>
      </Text>
    </Modal>
  );
}

/** Somebody may have signed in in another tab: whoever comes back to this one goes on by that. */
function useResumeOnReturn(isExpired: boolean): void {
  const { session } = useRuntime();
  useEffect(() => {
    if (!isExpired) return;
    const resume = () => {
      if (document.visibilityState !== 'visible') return;
      session.resume().catch((error: unknown) => {
        // The service is away: the page says so, and the next return tries again.
        if (!isPassing(error)) throw error;
      });
    };
    window.addEventListener('focus', resume);
    document.addEventListener('visibilitychange', resume);
    return () => {
      window.removeEventListener('focus', resume);
      document.removeEventListener('visibilitychange', resume);
    };
  }, [isExpired, session]);
}
