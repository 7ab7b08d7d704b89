import { useState, type SyntheticEvent } from 'react';
import { objectPath } from '../../../api/read/list.ts';
import { ApiProblem, type FieldProblem } from '../../../api/problem.ts';
import { useApi } from '../../../api/runtime.tsx';
import { isStale } from '../../write/write-problems.ts';
import type { FieldSchema } from '../../schema/form-schemas.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import type { ObjectDefinition } from '../../kit/object-definition.ts';
import { ownValues } from '../../schema/schema-facts.ts';
import { fieldOf, placeProblems, type PlacedProblems } from '../values/field-problems.ts';
import { bodyOf, isSame, patchOf, withValue, type FormValues } from '../values/form-values.ts';
import { useDryRun, type Verdict, type Write } from './use-dry-run.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

export interface ObjectFormParts {
  readonly definition: ObjectDefinition;
  readonly schema: FieldSchema;
  /** The object that is changed, with the tag that it was read with; undefined: a new one. */
  readonly object?: ApiObject | undefined;
  readonly tag?: string | undefined;
  /** What the form begins with, where that is not the object as it is. */
  readonly initial?: FormValues | undefined;
  readonly onSaved: (answer: ApiObject) => void;
  /** Somebody else changed it meanwhile. */
  readonly onStale?: ((values: FormValues) => void) | undefined;
}

export interface ObjectFormState {
  readonly values: FormValues;
  /** Why it was not saved; undefined: it was not tried, or what was wrong has been changed since. */
  readonly failure: unknown;
  /** Why it would be refused, where that is not of a field alone. */
  readonly refusal: ApiProblem | undefined;
  readonly warnings: readonly string[];
  readonly problems: PlacedProblems;
  readonly isSaving: boolean;
  readonly isChanged: boolean;
  readonly set: (name: string, value: unknown) => void;
  readonly reset: () => void;
  readonly submit: (event: SyntheticEvent) => void;
}

/** What a form holds, what the service says of it, and the way to save it. */
export function useObjectForm(parts: ObjectFormParts): ObjectFormState {
  const { schema, object, initial } = parts;
  const before = object ? ownValues(schema, object) : (initial ?? {});
  const [values, setValues] = useState<FormValues>(initial ?? before);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const write = writeOf(parts, before, values);
  const isChanged = !isSame(bodyOf(before), bodyOf(values));
  const saving = useSaving(parts, { write, values, isChanged });
  const verdict = useDryRun(write, isChanged && !saving.isSaving && !saving.isSaved);
  const { failure } = saving;
  const shown = failure instanceof ApiProblem ? failure : verdict.problem;
  // Fields of a new object that nobody came to yet are not wrong, until it is to be saved.
  const isShown = ({ path }: FieldProblem): boolean =>
    object !== undefined || failure !== undefined || isReached(fieldOf(path), values, touched);
  return {
    ...saving,
    values,
    isChanged,
    ...saidOf(verdict, failure),
    problems: placeProblems(schema, (shown?.fields ?? []).filter(isShown)),
    set: (name, value) => {
      saving.forget();
      setTouched((now) => new Set([...now, name]));
      setValues((now) => withValue(now, name, value));
    },
    reset: () => {
      saving.forget();
      setValues(before);
    },
  };
}

const isReached = (field: string, values: FormValues, touched: ReadonlySet<string>): boolean =>
  field === '' || touched.has(field) || Object.hasOwn(values, field);

/** What stands above the form of what the service would say. What it said of a try to save comes first. */
function saidOf({ problem, warnings }: Verdict, failure: unknown) {
  const isOfForm = failure === undefined && problem !== undefined && problem.fields.length === 0;
  return { refusal: isOfForm ? problem : undefined, warnings };
}

interface Typed {
  readonly write: Write;
  readonly values: FormValues;
  readonly isChanged: boolean;
}

function useSaving(parts: ObjectFormParts, { write, values, isChanged }: Typed) {
  const { object, tag, onSaved, onStale } = parts;
  const api = useApi();
  const [failure, setFailure] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const leave = useLeaveGuard(isChanged && !isSaving);
  const isWorth = object === undefined || isChanged;
  const save = async (): Promise<void> => {
    if (isSaving || !isWorth) return;
    setSaving(true);
    setFailure(undefined);
    try {
      const headers: Record<string, string> = tag === undefined ? {} : { 'If-Match': tag };
      const answer = await api.json<ApiObject>(write.path, { ...write, headers });
      leave.allow();
      setSaved(true);
      onSaved(answer);
    } catch (error) {
      if (object !== undefined && isStale(error) && onStale) onStale(values);
      else setFailure(error);
    } finally {
      setSaving(false);
    }
  };
  return {
    failure,
    isSaving,
    /** Nothing was changed since it was saved. */
    isSaved,
    forget: (): void => {
      setFailure(undefined);
      setSaved(false);
    },
    submit: (event: SyntheticEvent): void => {
      event.preventDefault();
      void save();
    },
  };
}

function writeOf(
  { definition, object }: ObjectFormParts,
  before: FormValues,
  values: FormValues,
): Write {
  const { collection } = definition.resource;
  if (!object) return { method: 'POST', path: collection, body: bodyOf(values) };
  const path = objectPath(collection, object.id);
  return { method: 'PATCH', path, body: patchOf(before, values) };
}
