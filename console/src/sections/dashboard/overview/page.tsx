import { Alert, Skeleton, Stack } from '@mantine/core';
import { memo, useState } from 'react';
import { useCan, useUser } from '../../../api/runtime.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { needsOrganization } from '../../../resources/roles.ts';
import { Attention } from '../attention/attention.tsx';
import { useAttention } from '../attention/use-attention.ts';
import { Checklist } from '../first-run/checklist.tsx';
import { useFirstSteps } from '../first-run/use-first-steps.ts';
import { Now } from '../now/now.tsx';
import { OverTime } from '../over-time/over-time.tsx';

/** What needs somebody, what happens now, and how it went. */
export function Page() {
  const { organization_id: organization, role } = useUser();
  return (
    <Stack gap="lg">
      <PageTitle
        title="Dashboard"
        description="What needs you, what happens now, and how it went."
      />
      {organization === null && needsOrganization(role) ? <OfNone /> : <OfSome />}
    </Stack>
  );
}

/** Figures are those of one's organization. */
const OfNone = () => (
  <Alert color="yellow" title="You belong to no organization">
    Requests, spend and SLAs are shown to members of an organization. Have an administrator give
    your API key one.
  </Alert>
);

function OfSome() {
  const firstSteps = useFirstSteps();
  const attention = useAttention();
  const isKnown = useOnce(!firstSteps.isPending && !attention.isPending);
  return (
    <>
      {isKnown ? (
        <>
          <Checklist {...firstSteps} />
          <Attention {...attention} />
        </>
      ) : (
        <Skeleton height={180} />
      )}
      <Figures isShown={isKnown} />
    </>
  );
}

/** Read from the beginning, and shown when it is known how much stands above: so that nothing moves away from under a pointer. */
const Figures = memo(({ isShown }: { readonly isShown: boolean }) => {
  const canSeeUsage = useCan('usage:read');
  if (!canSeeUsage) return null;
  return (
    <Stack gap="lg" style={isShown ? {} : { visibility: 'hidden' }}>
      <Now />
      <OverTime />
    </Stack>
  );
});

/** Whether something was true at some time since the page was opened. */
function useOnce(isTrue: boolean): boolean {
  const [wasTrue, setTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setTrue(true);
  return wasTrue || isTrue;
}
