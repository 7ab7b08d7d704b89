import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { useRights } from '../../../resources/use-rights.ts';
import { useVersioned, type Versioned } from '../../../api/read/versioned.ts';
import { StaleWrite } from '../../../objects/write/stale-write.tsx';
import { isStale } from '../../../objects/write/write-problems.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import { useUnsavedGuard } from '../../../objects/yaml/use-unsaved-guard.ts';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { PROMPTS, stateOf, type Prompt } from '../prompt/prompt.ts';
import { TemplateEditor } from './template-editor.tsx';
import { useSaveText } from './use-save-text.ts';
import { useTextDraft, type TextDraft } from './use-text-draft.ts';
import { VariableNotes } from './variable-notes.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';

/** The text of a prompt, to read and to change. */
export function TextTab({ object }: { readonly object: ApiObject }) {
  const prompt = useVersioned<Prompt>(PROMPTS, object.id);
  if (prompt.isPending) return <PageSkeleton />;
  if (prompt.isError) {
    return <ProblemAlert error={prompt.error} onRetry={() => void prompt.refetch()} />;
  }
  return <Editing now={prompt.data} />;
}

interface EditingProps {
  readonly now: Versioned<Prompt>;
}

function Editing({ now }: EditingProps) {
  const { draft, isChanged, change, drop } = useTextDraft(now);
  const { save, isPending, error } = useSaveText(now.object.id, drop);
  const mayWrite = useRights(RESOURCES.promptTemplate).change(now.object);
  const canWrite = mayWrite && !now.object.read_only && stateOf(now.object) !== 'archived';
  useUnsavedGuard(isChanged);
  if (isStale(error)) {
    return <Stale draft={draft} now={now} isBusy={isPending} onTakeTheirs={drop} onSave={save} />;
  }
  return (
    <Stack gap="md">
      {error !== null && <ProblemAlert error={error} title="Not saved" />}
      <Consequence prompt={now.object} canWrite={canWrite} />
      <TemplateEditor
        label="Text of the prompt"
        value={draft.text}
        variables={draft.variables.map(({ name }) => name)}
        isReadOnly={!canWrite}
        onChange={(text) => change({ text })}
      />
      <VariableNotes
        text={draft.text}
        variables={draft.variables}
        {...(canWrite && { onDeclare: (variables) => change({ variables }) })}
      />
      {canWrite && (
        <Group>
          <ActionButton
            isBusy={isPending}
            disabled={!isChanged || draft.text === ''}
            onClick={() => save(draft, draft.begun.tag)}
          >
            Save
          </ActionButton>
          {isChanged && (
            <Button variant="default" onClick={drop}>
              Undo changes
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

interface ConsequenceProps {
  readonly prompt: Prompt;
  readonly canWrite: boolean;
}

/** What becomes of the prompt where its text is changed. */
function Consequence({ prompt, canWrite }: ConsequenceProps) {
  if (prompt.read_only) {
    return (
      <Alert title="This text is kept in Git">
        Change it there, in templateText of {prompt.id}.
      </Alert>
    );
  }
  const state = stateOf(prompt);
  const says = CONSEQUENCES[state];
  if (!canWrite || says === undefined) return null;
  return (
    <Text size="sm" c="dimmed">
      {says}
    </Text>
  );
}

const CONSEQUENCES: Readonly<Record<string, string>> = {
  in_review: 'Where you change the text, it is a draft again, and has to be handed in once more.',
  approved:
    'Where you change the text, a new version begins as a draft. The approved one stays served.',
};

interface StaleProps {
  readonly draft: TextDraft;
  readonly now: Versioned<Prompt>;
  readonly isBusy: boolean;
  readonly onTakeTheirs: () => void;
  readonly onSave: (draft: Pick<TextDraft, 'text' | 'variables'>, tag: string | undefined) => void;
}

function Stale({ draft, now, isBusy, onTakeTheirs, onSave }: StaleProps) {
  const fieldsOf = ({ template_text = '', variables = [] }: Partial<Prompt>) => ({
    ...{ template_text, variables },
  });
  return (
    <StaleWrite
      base={fieldsOf(draft.begun.object)}
      theirs={fieldsOf(now.object)}
      mine={{ template_text: draft.text, variables: draft.variables }}
      isBusy={isBusy}
      onTakeTheirs={onTakeTheirs}
      onKeepMine={(merged) => {
        const { template_text: text, variables } = fieldsOf(merged);
        onSave({ text, variables }, now.tag);
      }}
    />
  );
}
