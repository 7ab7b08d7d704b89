import { Kbd, Modal, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { useUser } from '../../api/runtime.tsx';
import { useGo } from '../../address/use-go.ts';
import { SECTIONS } from '../../sections/all-sections.ts';
import { isOpenTo, type Section } from '../../sections/kit/section.ts';
import { isTyping } from '../../ui/keys/is-typing.ts';
import { KeySequence } from './key-sequence.ts';

/** Keys that work everywhere: `g` and a letter opens a section, `/` leads to the search, `?` lists the keys. */
export function Shortcuts() {
  const { permissions } = useUser();
  const [isHelpOpen, { open, close }] = useDisclosure();
  const sections = SECTIONS.filter((section) => isOpenTo(section, permissions));
  useShortcutKeys(sections, open);
  return (
    <Modal opened={isHelpOpen} onClose={close} title="Keyboard" size="md">
      <Table>
        <Table.Tbody>
          <KeyRow keys={['Ctrl', 'K']} text="Search sections, objects, actions and requests" />
          <KeyRow keys={['/']} text="Search in the list" />
          <KeyRow keys={['j']} text="Next row" />
          <KeyRow keys={['k']} text="Row before" />
          <KeyRow keys={['Enter']} text="Open the row" />
          <KeyRow keys={['x']} text="Mark the row" />
          <KeyRow keys={['?']} text="This list" />
          {sections.map(({ jump, title }) => (
            <KeyRow key={title} keys={['g', jump]} text={title} />
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

function useShortcutKeys(sections: readonly Section[], openHelp: () => void): void {
  const go = useGo();
  const [sequence] = useState(() => new KeySequence());
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const step = sequence.take(event.key, event.timeStamp);
    if (step.kind !== 'none') {
      // The sequence comes first: what else listens to its letters leaves them alone.
      event.preventDefault();
      const target = sections.find(({ jump }) => step.kind === 'jump' && jump === step.letter);
      if (target) go(target.path);
    } else if (event.key === '?') openHelp();
    else if (event.key === '/') focusSearch(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    // Before the rows of lists are asked.
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('[data-list-search]');
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
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
