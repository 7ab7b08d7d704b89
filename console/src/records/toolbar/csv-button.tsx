import { Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../api/runtime.tsx';
import { sizeText } from '../../ui/text/format-number.ts';
import { showDone } from '../../ui/states/show-done.tsx';
import { showProblem } from '../../ui/states/show-problem.ts';
import { downloadCsv, type CsvRequest } from '../kit/download-csv.ts';

/** Saves the whole filter of a list as CSV. While it comes, the button says how much there is, and stops it. */
export function CsvButton(wanted: CsvRequest) {
  const api = useApi();
  const [bytes, setBytes] = useState<number>();
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  const save = async () => {
    const { signal } = (stopping.current = new AbortController());
    setBytes(0);
    try {
      await downloadCsv(api, wanted, { signal, onProgress: setBytes });
      showDone(`${wanted.name}.csv is saved.`);
    } catch (error) {
      if (!signal.aborted) showProblem('Not saved', error);
    } finally {
      setBytes(undefined);
    }
  };
  if (bytes !== undefined) {
    return (
      <Button
        variant="default"
        size="xs"
        leftSection={<IconX size={14} aria-hidden />}
        aria-label={`Stop saving CSV, ${sizeText(bytes)} so far`}
        onClick={() => stopping.current?.abort()}
      >
        Saving, {sizeText(bytes)}
      </Button>
    );
  }
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden />}
      aria-label="Save as CSV"
      onClick={() => void save()}
    >
      CSV
    </Button>
  );
}
