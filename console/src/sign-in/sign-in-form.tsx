import { Divider, PasswordInput, Stack } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useRuntime } from '../api/runtime.tsx';
import { ProblemAlert } from '../ui/states/problem-alert.tsx';
import { SingleSignOn } from './single-sign-on.tsx';
import { ActionButton } from '../ui/action/action-button.tsx';

export interface SignInFormProps {
  /** The page to come back to; undefined: the one that is open stays open, and single sign-on happens in a tab of its own. */
  readonly returnTo: string | undefined;
}

/** Signs in with an API key, or at an organization's own provider. */
export function SignInForm({ returnTo }: SignInFormProps) {
  const { session } = useRuntime();
  const [key, setKey] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(undefined);
    try {
      await session.signIn(key.trim());
    } catch (error) {
      setFailure(error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Stack gap="md">
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          {failure !== undefined && <ProblemAlert error={failure} title="Not signed in" />}
          <PasswordInput
            label="API key"
            description="Begins with aicp_. It is not stored in this browser."
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
            autoComplete="current-password"
            data-autofocus
            autoFocus
            required
            withAsterisk={false}
          />
          <ActionButton type="submit" isBusy={isBusy} disabled={key.trim() === ''}>
            Sign in
          </ActionButton>
        </Stack>
      </form>
      <Divider label="or" />
      <SingleSignOn returnTo={returnTo} />
    </Stack>
  );
}
