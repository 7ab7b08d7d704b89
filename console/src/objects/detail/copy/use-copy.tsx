import { Modal, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useCallback, useState, type ReactNode } from 'react';
import { messageOf } from '../../../ui/action/use-action.ts';
import { CodeEditor } from '../../../code/code-editor.tsx';

export interface Copy {
  /** Puts what `make` gives on the clipboard; shows it to be copied by hand where browsers do not allow it, as on pages without TLS. */
  readonly copy: (make: () => Promise<string>, done: string) => Promise<void>;
  /** Has to stand in the page. */
  readonly dialog: ReactNode;
}

/** Copies texts, and says so. */
export function useCopy(): Copy {
  const [text, setText] = useState<string>();
  const copy = useCallback(async (make: () => Promise<string>, done: string): Promise<void> => {
    try {
      const made = await make();
      if (await isCopied(made)) notifications.show({ message: done, color: 'teal' });
      else setText(made);
    } catch (error) {
      notifications.show({ title: 'Not copied', message: messageOf(error), color: 'red' });
    }
  }, []);
  const dialog = (
    <Modal
      opened={text !== undefined}
      onClose={() => setText(undefined)}
      title="Copy this"
      size="lg"
    >
      <Text size="sm" mb="xs">
        Your browser does not let this page use the clipboard. Select the text and copy it.
      </Text>
      <CodeEditor value={text ?? ''} language="text" readOnly label="Text to copy" />
    </Modal>
  );
  return { copy, dialog };
}

async function isCopied(text: string): Promise<boolean> {
  const { clipboard } = navigator as { readonly clipboard?: Clipboard };
  if (!clipboard) return false;
  try {
    await clipboard.writeText(text);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}
