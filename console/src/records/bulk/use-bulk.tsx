import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { collectionKey } from '../../api/query-client.ts';
import { countText } from '../../ui/text/format-number.ts';
import { useConfirm } from '../../ui/confirm/use-confirm.tsx';
import { showDone } from '../../ui/states/show-done.tsx';
import type { BulkAction } from '../kit/record-list-props.ts';
import type { Marks } from '../table/use-marks.ts';
import { leftOutText, runBulk, splitBulk, type BulkFailure } from './run-bulk.ts';

export interface BulkParts<T> {
  readonly collection: string;
  /** Further collections whose answers an action changes. */
  readonly also?: readonly string[];
  readonly nouns: string;
  readonly idOf: (record: T) => string;
  readonly marks: Marks<T>;
}

/** What is under way. */
interface Progress {
  readonly title: string;
  readonly count: number;
  readonly of: number;
}

/** What did not become of an action, for a person to read. */
export interface BulkReport {
  readonly title: string;
  readonly lines: readonly { readonly id: string; readonly why: string }[];
}

/** Does things to the records that are marked: asks before, says what is left out, and tells every failure. What failed stays marked. */
export function useBulk<T>({ collection, also = [], nouns, idOf, marks }: BulkParts<T>) {
  const confirm = useConfirm();
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const [report, setReport] = useState<BulkReport>();
  const linesOf = (failures: readonly BulkFailure<T>[]) =>
    failures.map(({ record, why }) => ({ id: idOf(record), why }));

  const work = async (title: string, records: readonly T[], run: BulkAction<T>['run']) => {
    const of = records.length;
    setProgress({ title, count: 0, of });
    const outcome = await runBulk(records, run, (count) => setProgress({ title, count, of }));
    setProgress(undefined);
    for (const one of [collection, ...also]) {
      void client.invalidateQueries({ queryKey: collectionKey(one) });
    }
    marks.keep(outcome.failed.map(({ record }) => record));
    const text = `${title}: ${countText(outcome.done.length)} of ${countText(of)} ${nouns}`;
    if (outcome.failed.length > 0) setReport({ title: text, lines: linesOf(outcome.failed) });
    return { ...outcome, text };
  };

  const takeBack = async (records: readonly T[], { title, undo }: BulkAction<T>) => {
    if (!undo) return;
    const { failed, text } = await work(`${title}, undone`, records, undo);
    if (failed.length === 0) showDone(`${text}.`);
  };

  const start = async (action: BulkAction<T>): Promise<void> => {
    const { title, question, isDangerous = false, run, undo } = action;
    const { included, excluded } = splitBulk(action, [...marks.records.values()]);
    const leftOut = leftOutText(excluded, idOf);
    if (included.length === 0) {
      setReport({ title: `${title}: none of the marked ${nouns}`, lines: linesOf(excluded) });
      return;
    }
    const text = [question?.(included.length) ?? '', leftOut].filter((part) => part !== '');
    const asked = { title: `${title}?`, action: title, isDangerous };
    if (text.length > 0 && !(await confirm({ ...asked, text: text.join(' ') }))) return;
    const { done, failed, text: said } = await work(title, included, run);
    if (failed.length > 0) return;
    showDone(`${said}.`, undo && (() => void takeBack(done, action)));
  };
  return { progress, report, start, closeReport: () => setReport(undefined) };
}
