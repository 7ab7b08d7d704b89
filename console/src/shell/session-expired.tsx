import { Modal, Text } from '@mantine/core';
import { useSession } from '../api/runtime.tsx';
import { SignInForm } from '../sign-in/sign-in-form.tsx';

/** Asks to sign in again on top of what is open, so that nothing that was typed is lost. */
export function SessionExpired() {
  const state = useSession();
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
        Sign in again to go on. What you typed is still there.
      </Text>
      <SignInForm returnTo={undefined} />
    </Modal>
  );
}
