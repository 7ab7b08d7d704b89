import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useUser } from '../../../api/runtime.tsx';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { useRights } from '../../../resources/use-rights.ts';
import { CodeDiff } from '../../../code/code-diff.tsx';
import { ObjectLink } from '../../../ui/cells/object-link.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { stepsFrom } from '../life/steps.ts';
import { useStep } from '../life/use-step.ts';
import { PROMPTS, type Prompt } from '../prompt/prompt.ts';
import { useVersions } from '../prompt/use-versions.ts';

/** The text in review beside the one that is served, and buttons that approve it or send it back. */
export function ReviewDetails({ record }: { readonly record: Prompt }) {
  const versions = useVersions(record.id);
  if (versions.isPending) return <Skeleton height={120} role="status" aria-label="Loading" />;
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
  const { permissions } = useUser();
  const rights = useRights(RESOURCES.promptTemplate);
  const take = useStep(prompt.id);
  if (!rights.change(prompt)) return null;
  const steps = stepsFrom(prompt, permissions);
  return (
    <Group gap="xs">
      {steps.map((step, index) => (
        <Button
          key={step.path}
          size="xs"
          variant={index === steps.length - 1 ? 'filled' : 'default'}
          onClick={() => void take(step)}
        >
          {step.action}
        </Button>
      ))}
    </Group>
  );
}
