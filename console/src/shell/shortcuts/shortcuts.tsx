import { Kbd, Modal, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useUser } from '../../api/runtime.tsx';
import { SECTIONS } from '../../sections/all-sections.ts';
import { isOpenTo } from '../../sections/section.ts';
import { isTyping } from './is-typing.ts';

/** So long a letter after `g` is waited for, ms. */
const JUMP_MS = 1500;

/** Keys that work everywhere: `g` and a letter opens a section, `?` lists the keys. */
export function Shortcuts() {
  const navigate = useNavigate();
  const { permissions } = useUser();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const jumpUntil = useRef(0);
  const sections = SECTIONS.filter((section) => isOpenTo(section, permissions));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isJump = event.timeStamp < jumpUntil.current;
      jumpUntil.current = 0;
      if (isJump) {
        const target = sections.find(({ jump }) => jump === event.key);
        if (target) void navigate({ to: target.path } as never);
      } else if (event.key === 'g') jumpUntil.current = event.timeStamp + JUMP_MS;
      else if (event.key === '?') setHelpOpen(true);
      else if (event.key === '/') focusSearch(event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return (
    <Modal opened={isHelpOpen} onClose={() => setHelpOpen(false)} title="Keyboard" size="md">
      <Table>
        <Table.Tbody>
          <KeyRow keys={['Ctrl', 'K']} text="Search sections, objects, actions and requests" />
          <KeyRow keys={['/']} text="Search in the list" />
          <KeyRow keys={['j']} text="Next row" />
          <KeyRow keys={['k']} text="Row before" />
          <KeyRow keys={['Enter']} text="Open the row" />
          <KeyRow keys={['?']} text="This list" />
          {sections.map(({ jump, title }) => (
            <KeyRow key={title} keys={['g', jump]} text={title} />
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('[data-list-search]');
  if (!field) return;
  event.preventDefault();
  field.focus();
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
