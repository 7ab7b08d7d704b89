import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
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
  const [compares, setCompares] = useState(false);
  const { draft } = state;
  useUnsavedGuard(draft !== undefined);
  const mine = draft && parseTree(draft.text);
  const isCompared = write.isStale || (compares && state.isBehind);
  if (draft && mine && isCompared) {
    const goOn = (change: () => void): void => {
      setCompares(false);
      write.back();
      change();
    };
    return (
      <StaleWrite
        base={treeOf(draft.base)}
        theirs={treeOf(manifest)}
        mine={mine}
        onTakeTheirs={() => goOn(state.drop)}
        onKeepMine={(merged) => goOn(() => state.beginAgain(stringify(merged, { lineWidth: 0 })))}
      />
    );
  }
  if (draft && write.reviewed !== undefined) {
    return <Review before={draft.base.text} after={write.reviewed} write={write} label={label} />;
  }
  return <Editing state={state} write={write} label={label} onCompare={() => setCompares(true)} />;
}

const treeOf = ({ text }: Manifest) => parseTree(text) ?? {};

interface ReviewProps {
  readonly before: string;
  readonly after: string;
  readonly write: YamlWriteState;
  readonly label: string;
}

function Review({ before, after, write, label }: ReviewProps) {
  return (
    <Stack gap="md">
      <Text size="sm">
        {before === after
          ? 'The service would save nothing new: what you changed makes no difference to it.'
          : 'This is what will be saved. Nothing is yet.'}
      </Text>
      <CodeDiff
        before={before}
        after={after}
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

interface EditingProps {
  readonly state: YamlDraftState;
  readonly write: YamlWriteState;
  readonly label: string;
  readonly onCompare: () => void;
}

function Editing({ state, write, label, onCompare }: EditingProps) {
  const { draft, text } = state;
  const syntax = useMemo(() => syntaxProblems(text), [text]);
  const diagnostics = syntax.length > 0 ? syntax : write.diagnostics;
  return (
    <Stack gap="md">
      {state.isBehind && <Behind onCompare={onCompare} isReadable={syntax.length === 0} />}
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

interface BehindProps {
  readonly onCompare: () => void;
  /** Whether the draft is YAML as it stands. */
  readonly isReadable: boolean;
}

function Behind({ onCompare, isReadable }: BehindProps) {
  return (
    <Alert color="yellow" title="Somebody else changed this meanwhile">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">You can go on, and compare before you save.</Text>
        <Button size="xs" variant="default" onClick={onCompare} disabled={!isReadable}>
          Compare
        </Button>
      </Stack>
    </Alert>
  );
}
