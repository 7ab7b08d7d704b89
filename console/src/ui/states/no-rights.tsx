import { Text } from '@mantine/core';
import { PageTitle } from '../page-title.tsx';

/** What stands where somebody may not be. `what`: "see this team". */
export function NoRights({ what }: { readonly what: string }) {
  return (
    <>
      <PageTitle title="You have no right to this" />
      <Text size="sm">
        Your role does not let you {what}. Ask an administrator of your organization if you need to.
      </Text>
    </>
  );
}
