import { Select, Stack, Text } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { useList } from '../../../api/read/list.ts';
import { useCan } from '../../../api/runtime.tsx';
import { useSearchParam } from '../../../address/search-params.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { ClientSnippets } from '../../../ui/client/client-snippets.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { asPrompt, servedText, type Prompt, type PromptVersion } from '../prompt/prompt.ts';
import { useVersions, versionTitle } from '../prompt/use-versions.ts';
import { askedOf } from '../render/render-values.ts';
import { promptSnippets } from './prompt-snippets.ts';

/** How programs name a prompt in place of writing its text. */
export function UseTab({ object }: { readonly object: ApiObject }) {
  const versions = useVersions(object.id);
  if (versions.isPending) return <PageSkeleton />;
  if (versions.isError) {
    return <ProblemAlert error={versions.error} onRetry={() => void versions.refetch()} />;
  }
  const approved = versions.data.filter(({ status }) => status === 'approved');
  const prompt = asPrompt(object);
  if (approved.length === 0 || prompt.status === 'archived') {
    return <Text size="sm">{servedText(prompt)} Programs get approved versions alone.</Text>;
  }
  return <Use prompt={prompt} versions={approved} />;
}

interface UseProps {
  readonly prompt: Prompt;
  /** The approved ones, newest first. */
  readonly versions: readonly PromptVersion[];
}

function Use({ prompt, versions }: UseProps) {
  const [chosen, choose] = useSearchParam('version');
  const fixed = versions.find(({ version }) => String(version) === chosen);
  const shown = fixed ?? versions.find(({ served }) => served) ?? versions[0];
  const model = useFirstModel(shown?.model_hint);
  const variables = askedOf(shown?.template_text ?? '', shown?.variables ?? []);
  const call = { id: prompt.id, version: fixed?.version, variables, model };
  return (
    <Stack maw={760} gap="sm">
      <Text size="sm">
        A chat request names the prompt, and the gateway puts its text into the messages. The
        snippets read a key from <code>AICP_API_KEY</code>; put values of yours in place of those of
        the variables.
      </Text>
      <Select
        label="Version"
        description="The served one follows what is approved, and what the prompt pins for the environment of the platform. A fixed one stays."
        data={[
          { value: '', label: 'The one that is served' },
          ...versions.map((one) => ({ value: String(one.version), label: versionTitle(one) })),
        ]}
        value={fixed ? chosen : ''}
        allowDeselect={false}
        onChange={(value) => choose(value === null || value === '' ? undefined : value)}
      />
      <ClientSnippets snippetsOf={(gateway) => promptSnippets(gateway, call)} />
    </Stack>
  );
}

/** A model to name where the prompt was written for none; undefined where it was, since that one serves. */
function useFirstModel(hint: string | null | undefined): string | undefined {
  const canRead = useCan('models:read');
  const isWanted = hint === undefined || hint === null;
  const { data } = useList<ApiObject>(
    RESOURCES.model.collection,
    { limit: 1, is_active: true },
    { enabled: canRead && isWanted },
  );
  return isWanted ? (data?.items[0]?.id ?? 'gpt-4o-mini') : undefined;
}
