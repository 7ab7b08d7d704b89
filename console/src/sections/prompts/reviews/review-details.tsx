import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { objectPath, useObject } from '../../../api/list.ts';
import { useApi, useCan } from '../../../api/runtime.tsx';
import { useAction } from '../../../api/use-action.ts';
import { CodeDiff } from '../../../code/code-diff.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { useConfirm } from '../../../ui/confirm/use-confirm.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';

export type Prompt = ApiSchemas['PromptTemplate'];
type Version = ApiSchemas['PromptVersion'];

const { collection: PROMPTS } = RESOURCES.promptTemplate;

/** The text in review beside the one that is served, and buttons that approve it or send it back. */
export function ReviewDetails({ record }: { readonly record: Prompt }) {
  const versions = useObject<readonly Version[]>(PROMPTS, record.id, { below: '/versions' });
  if (versions.isPending) return <Skeleton height={120} aria-label="Loading" />;
  if (versions.isError) {
    return <ProblemAlert error={versions.error} onRetry={() => void versions.refetch()} />;
  }
  const served = versions.data.find((version) => version.served);
  return (
    <Stack gap="xs" py="xs">
      <Text size="sm">
        {served
          ? `Compared with version ${served.version}, which is served now.`
          : 'No version is served yet.'}{' '}
        <ObjectLink collection={PROMPTS} id={record.id} label="Open the prompt" />
      </Text>
      <CodeDiff
        before={served?.template_text ?? ''}
        after={record.template_text ?? ''}
        language="text"
        label="The text in review"
      />
      <Decision prompt={record} />
    </Stack>
  );
}

function Decision({ prompt }: { readonly prompt: Prompt }) {
  const api = useApi();
  const act = useAction(PROMPTS);
  const confirm = useConfirm();
  const canApprove = useCan('prompts:approve');
  if (!canApprove) return null;
  const decide = async (step: 'approve' | 'reject') => {
    const { title, text, action, done } = STEPS[step];
    if (!(await confirm({ title, text, action }))) return;
    const path = `${objectPath(PROMPTS, prompt.id)}/${step}`;
    await act(() => api.json(path, { method: 'POST' }), done);
  };
  return (
    <Group gap="xs">
      <Button size="xs" onClick={() => void decide('approve')}>
        Approve
      </Button>
      <Button size="xs" variant="default" onClick={() => void decide('reject')}>
        Send back
      </Button>
    </Group>
  );
}

const STEPS = {
  approve: {
    title: 'Approve this text?',
    text: 'It is kept as a version that never changes, and is served from now on.',
    action: 'Approve',
    done: 'The text is approved.',
  },
  reject: {
    title: 'Send this text back?',
    text: 'It becomes a draft again. What is served now stays.',
    action: 'Send back',
    done: 'The text is a draft again.',
  },
} as const;
