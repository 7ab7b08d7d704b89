import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconGitBranch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { CodeDiff } from '../../code/code-diff.tsx';
import { CodeEditor } from '../../code/code-editor.tsx';
import type { CodeCompletion } from '../../code/completion.ts';
import { ownerName } from '../../ui/cells/owner-badge.tsx';
import { useCopy } from '../detail/copy/use-copy.tsx';
import type { ApiObject } from '../../api/api-object.ts';
import { LineProblems } from './line-problems.tsx';
import type { Manifest } from './manifest-api.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';
import { useYamlDraft } from './use-yaml-draft.ts';
import { syntaxProblems } from './yaml-problems.ts';

export interface GitOpsDraftProps {
  readonly object: ApiObject;
  readonly manifest: Manifest;
  readonly label: string;
  /** What may be typed next. */
  readonly completion?: CodeCompletion | undefined;
}

/** An object that Git owns: what is changed here is a draft, to copy and to commit there. */
export function GitOpsDraft({ object, manifest, label, completion }: GitOpsDraftProps) {
  const { draft, text, write, drop } = useYamlDraft(manifest);
  const problems = useMemo(() => syntaxProblems(text), [text]);
  const [showsDiff, setShowsDiff] = useState(false);
  const { copy, dialog } = useCopy();
  useUnsavedGuard(draft !== undefined);
  return (
    <Stack gap="md">
      {dialog}
      <GitOpsNotice object={object} />
      {showsDiff && draft ? (
        <CodeDiff
          before={draft.base.text}
          after={draft.text}
          language="yaml"
          label={`${label}, what you changed`}
        />
      ) : (
        <CodeEditor
          value={text}
          onChange={write}
          language="yaml"
          diagnostics={problems}
          completion={completion}
          label={label}
        />
      )}
      <LineProblems problems={problems} />
      <Group gap="sm">
        <Button onClick={() => void copy(() => Promise.resolve(text), 'The YAML is copied.')}>
          Copy YAML
        </Button>
        <Button
          variant="default"
          disabled={!draft}
          aria-pressed={showsDiff && draft !== undefined}
          onClick={() => setShowsDiff(!showsDiff)}
        >
          {showsDiff && draft ? 'Back to the draft' : 'Show what you changed'}
        </Button>
        {draft && (
          <Button variant="subtle" onClick={drop}>
            Drop the draft
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Who owns the object, and what that means for who wants to change it. */
export function GitOpsNotice({ object }: { readonly object: ApiObject }) {
  const owner = ownerName(object.managed_by);
  return (
    <Alert color="blue" icon={<IconGitBranch size={18} />} title={`${owner} owns this object`}>
      <Text size="sm">
        It is written again from Git, so a change made here would be undone. Make your change as a
        draft, copy the YAML, and commit it where {owner} reads from.
      </Text>
    </Alert>
  );
}
