import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { stringify } from 'yaml';
import { ApiProblem } from '../../api/problem.ts';
import { CodeDiff } from '../../code/code-diff.tsx';
import { CodeEditor } from '../../code/code-editor.tsx';
import type { CodeCompletion } from '../../code/completion.ts';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import { StaleWrite } from '../write/stale-write.tsx';
import type { Manifest, ObjectAddress } from './manifest-api.ts';
import { LineProblems } from './line-problems.tsx';
import { parseTree } from './parse-tree.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';
import { useYamlDraft, type YamlDraftState } from './use-yaml-draft.ts';
import { useYamlTrial } from './use-yaml-trial.ts';
import { useYamlWrite, type YamlWriteState } from './use-yaml-write.ts';
import { linesOf, syntaxProblems } from './yaml-problems.ts';
import { ActionButton } from '../../ui/action/action-button.tsx';

export interface YamlEditorProps {
  readonly address: ObjectAddress;
  /** What is there now. */
  readonly manifest: Manifest;
  readonly label: string;
  /** What may be typed next. */
  readonly completion?: CodeCompletion | undefined;
  /** It cannot be saved any more: the object was deleted. */
  readonly isGone?: boolean;
}

/** Changes an object as YAML. What would be saved is shown as a difference before it is. */
export function YamlEditor(props: YamlEditorProps) {
  const { address, manifest, label, completion, isGone } = props;
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
  return (
    <Editing
      {...{ address, state, write, label, completion, isGone }}
      onCompare={() => setCompares(true)}
    />
  );
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
        <ActionButton onClick={write.save} isBusy={write.isBusy}>
          Save
        </ActionButton>
        <Button variant="default" onClick={write.back} disabled={write.isBusy}>
          Back to the editor
        </Button>
      </Group>
    </Stack>
  );
}

interface EditingProps extends Pick<
  YamlEditorProps,
  'address' | 'label' | 'completion' | 'isGone'
> {
  readonly state: YamlDraftState;
  readonly write: YamlWriteState;
  readonly onCompare: () => void;
}

function Editing(props: EditingProps) {
  const { state, write, label, completion, isGone = false, onCompare } = props;
  const { draft, text } = state;
  const { diagnostics, refusal, isReadable } = useRefusal(props);
  return (
    <Stack gap="md">
      {state.isBehind && <Behind onCompare={onCompare} isReadable={isReadable} />}
      <CodeEditor
        value={text}
        onChange={(next) => {
          write.back();
          state.write(next);
        }}
        language="yaml"
        diagnostics={diagnostics}
        completion={completion}
        label={label}
      />
      <LineProblems problems={diagnostics} />
      {refusal !== undefined && <ProblemAlert error={refusal} title="It would be refused" />}
      <Group gap="sm">
        <ActionButton
          onClick={write.review}
          isBusy={write.isBusy}
          disabled={!draft || !isReadable || isGone}
        >
          Review changes
        </ActionButton>
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

/** Why a draft would be refused: by lines as far as these are known, else as a whole. */
function useRefusal({ address, state, write, isGone = false }: EditingProps) {
  const { draft, text } = state;
  const syntax = useMemo(() => syntaxProblems(text), [text]);
  const isReadable = syntax.length === 0;
  const trial = useYamlTrial(address, draft && isReadable && !isGone ? text : undefined);
  const refusal = write.error ?? trial;
  const diagnostics = useMemo(
    () => (isReadable && refusal instanceof ApiProblem ? linesOf(refusal) : syntax),
    [isReadable, refusal, syntax],
  );
  return { diagnostics, isReadable, refusal: diagnostics.length === 0 ? refusal : undefined };
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
