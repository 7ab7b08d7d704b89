import { useDisclosure } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { useEffect, useEffectEvent, useState } from 'react';
import { useUser } from '../../api/runtime.tsx';
import { useGo } from '../../address/use-go.ts';
import { SECTIONS } from '../../sections/all-sections.ts';
import { isOpenTo, type Section } from '../../sections/kit/section.ts';
import { isTyping } from '../../ui/keys/is-typing.ts';
import { late } from '../../ui/late/late.tsx';
import { KeySequence } from './key-sequence.ts';

const KeyboardHelp = late(async () => (await import('./keyboard-help.tsx')).KeyboardHelp);

/** Keys that work everywhere: Ctrl K opens the palette, `g` and a letter opens a section, `/` leads to the search, F6 to the newest notice, `?` lists the keys. */
export function Shortcuts() {
  const { permissions } = useUser();
  const [isHelpOpen, { open, close }] = useDisclosure();
  const sections = SECTIONS.filter((section) => isOpenTo(section, permissions));
  useShortcutKeys(sections, open);
  return <KeyboardHelp isOpen={isHelpOpen} onClose={close} sections={sections} />;
}

function useShortcutKeys(sections: readonly Section[], openHelp: () => void): void {
  const go = useGo();
  const [sequence] = useState(() => new KeySequence());
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isForPalette(event)) {
      event.preventDefault();
      spotlight.toggle();
    }
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
    const listen = (event: KeyboardEvent) => {
      if (isForNotice(event)) focusNotice(event);
      else onKey(event);
    };
    // Before the rows of lists are asked.
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
}

/** Also in fields; an editor has a use of its own for it. */
const isForPalette = ({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent) =>
  key.toLowerCase() === 'k' &&
  (ctrlKey || metaKey) &&
  !altKey &&
  !shiftKey &&
  !(target instanceof HTMLElement && target.isContentEditable);

/** With another key it is the browser's. */
const isForNotice = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key === 'F6' && !ctrlKey && !metaKey && !altKey && !shiftKey;

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('[data-list-search]');
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.select();
}

/** To the button of the notice that came last, also from a field: what it offers is there for a while only. */
function focusNotice(event: KeyboardEvent): void {
  const notices = document.querySelectorAll('.mantine-Notification-root');
  const button = [...notices].at(-1)?.querySelector('button');
  if (!button) return;
  event.preventDefault();
  button.focus();
}
