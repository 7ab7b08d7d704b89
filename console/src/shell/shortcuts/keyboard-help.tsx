import { Kbd, Modal, Table, Text } from '@mantine/core';
import type { Section } from '../../sections/kit/section.ts';

export interface KeyboardHelpProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** What `g` and a letter leads to. */
  readonly sections: readonly Section[];
}

/** Lists the keys. */
export function KeyboardHelp({ isOpen, onClose, sections }: KeyboardHelpProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard" size="md">
      <Table>
        <Table.Tbody>
          <KeyRow keys={['Ctrl', 'K']} text="Search sections, objects, actions and requests" />
          <KeyRow keys={['/']} text="Search in the list" />
          <KeyRow keys={['j']} text="Next row" />
          <KeyRow keys={['k']} text="Row before" />
          <KeyRow keys={['Enter']} text="Open the row" />
          <KeyRow keys={['x']} text="Mark the row" />
          <KeyRow keys={['F6']} text="To what was said last, such as what can be undone" />
          <KeyRow keys={['?']} text="This list" />
          {sections.map(({ jump, title }) => (
            <KeyRow key={title} keys={['g', jump]} text={title} />
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

function KeyRow({ keys, text }: { readonly keys: readonly string[]; readonly text: string }) {
  return (
    <Table.Tr>
      <Table.Td w={110}>
        {keys.map((key) => (
          <Kbd key={key} size="xs" mr={4}>
            {key}
          </Kbd>
        ))}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{text}</Text>
      </Table.Td>
    </Table.Tr>
  );
}
