import { Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useRuntime } from '../api/runtime.tsx';
import { ProblemAlert } from '../ui/states/problem-alert.tsx';

export interface SignInFormProps {
  /** The page to come back to; undefined: the one that is open. */
  readonly returnTo: string | undefined;
  readonly onDone?: () => void;
}

/** Signs in with an API key, or at an organization's own provider. */
export function SignInForm({ returnTo, onDone }: SignInFormProps) {
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
      onDone?.();
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
          <Button type="submit" loading={isBusy} disabled={key.trim() === ''}>
            Sign in
          </Button>
        </Stack>
      </form>
      <Divider label="or" />
      <SingleSignOn returnTo={returnTo} />
    </Stack>
  );
}

/** Goes to the provider of an organization. Which organizations there are is not told. */
function SingleSignOn({ returnTo }: { readonly returnTo: string | undefined }) {
  const { baseUrl } = useRuntime();
  const [organization, setOrganization] = useState('');
  const go = (event: SyntheticEvent) => {
    event.preventDefault();
    const { pathname, search } = window.location;
    const url = new URL(`auth/oidc/${encodeURIComponent(organization.trim())}/login`, baseUrl);
    url.searchParams.set('return_to', returnTo ?? `${pathname}${search}`);
    window.location.assign(url.href);
  };
  return (
    <form onSubmit={go}>
      <Stack gap="sm">
        <TextInput
          label="Organization"
          description="The short name of your organization, for single sign-on."
          value={organization}
          onChange={(event) => setOrganization(event.currentTarget.value)}
          autoComplete="organization"
        />
        <Button type="submit" variant="default" disabled={organization.trim() === ''}>
          Single sign-on
        </Button>
      </Stack>
    </form>
  );
}
