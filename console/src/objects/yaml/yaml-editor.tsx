import { Button, Group, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { stringify } from 'yaml';
import { CodeDiff } from '../../code/code-diff.tsx';
import { CodeEditor } from '../../code/code-editor.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { StaleWrite } from '../detail/stale-write.tsx';
import type { Manifest, ObjectAddress } from './manifest-api.ts';
import { parseTree } from './parse-tree.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';
import { useYamlDraft, type YamlDraftState } from './use-yaml-draft.ts';
import { useYamlWrite, type YamlWriteState } from './use-yaml-write.ts';
import { syntaxProblems } from './yaml-problems.ts';

export interface YamlEditorProps {
  readonly address: ObjectAddress;
  /** What is there now. */
  readonly manifest: Manifest;
  readonly label: string;
}

/** Changes an object as YAML. What would be saved is shown as a difference before it is. */
export function YamlEditor({ address, manifest, label }: YamlEditorProps) {
  const state = useYamlDraft(manifest);
  const write = useYamlWrite(address, state);
  useUnsavedGuard(state.draft !== undefined);
  if (state.draft && (write.isStale || state.isBehind)) {
    return <StaleDraft manifest={manifest} state={state} write={write} />;
  }
  if (state.draft && write.reviewed !== undefined) {
    return (
      <Stack gap="md">
        <Text size="sm">This is what will be saved. Nothing is yet.</Text>
        <CodeDiff
          before={state.draft.base.text}
          after={write.reviewed}
          language="yaml"
          label={`${label}, what you changed`}
        />
        {write.error !== undefined && <ProblemAlert error={write.error} title="Not saved" />}
        <Group gap="sm">
          <Button onClick={write.save} loading={write.isBusy}>
            Save
          </Button>
          <Button variant="default" onClick={write.back} disabled={write.isBusy}>
            Back to the editor
          </Button>
        </Group>
      </Stack>
    );
  }
  return <Editing state={state} write={write} label={label} />;
}

interface EditingProps {
  readonly state: YamlDraftState;
  readonly write: YamlWriteState;
  readonly label: string;
}

function Editing({ state, write, label }: EditingProps) {
  const { draft, text } = state;
  const syntax = useMemo(() => syntaxProblems(text), [text]);
  const diagnostics = syntax.length > 0 ? syntax : write.diagnostics;
  return (
    <Stack gap="md">
      <CodeEditor
        value={text}
        onChange={(next) => {
          write.back();
          state.write(next);
        }}
        language="yaml"
        diagnostics={diagnostics}
        label={label}
      />
      {syntax[0] && (
        <Text size="sm" c="red" role="alert">
          Line {syntax[0].line}: {syntax[0].message}
        </Text>
      )}
      {write.error !== undefined && (
        <ProblemAlert error={write.error} title="It would be refused" />
      )}
      <Group gap="sm">
        <Button
          onClick={write.review}
          loading={write.isBusy}
          disabled={!draft || syntax.length > 0}
        >
          Review changes
        </Button>
        <Button variant="default" onClick={state.drop} disabled={!draft || write.isBusy}>
          Drop changes
        </Button>
        {draft && (
          <Text size="sm" c="dimmed">
            Not saved
          </Text>
        )}
      </Group>
    </Stack>
  );
}

interface StaleDraftProps {
  readonly manifest: Manifest;
  readonly state: YamlDraftState;
  readonly write: YamlWriteState;
}

function StaleDraft({ manifest, state, write }: StaleDraftProps) {
  return (
    <StaleWrite
      base={parseTree(state.draft?.base.text ?? '') ?? {}}
      theirs={parseTree(manifest.text) ?? {}}
      mine={parseTree(state.text) ?? {}}
      onTakeTheirs={() => {
        write.back();
        state.drop();
      }}
      onKeepMine={(merged) => {
        write.back();
        state.beginAgain(stringify(merged));
      }}
    />
  );
}
