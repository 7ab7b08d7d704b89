import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useApi } from '../../api/runtime.tsx';
import { messageOf } from '../../api/use-action.ts';
import { downloadCsv, type CsvRequest } from '../download-csv.ts';

/** Saves the whole filter of a list as CSV. */
export function CsvButton(wanted: CsvRequest) {
  const api = useApi();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await downloadCsv(api, wanted);
    } catch (error) {
      notifications.show({ title: 'Not saved', message: messageOf(error), color: 'red' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden />}
      loading={isBusy}
      onClick={() => void save()}
    >
      CSV
    </Button>
  );
}
