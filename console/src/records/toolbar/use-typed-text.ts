import { useEffect, useEffectEvent, useState } from 'react';
import { startOf, toTell, withShown, withTold, withTyped } from './typed-text.ts';

/** Whoever types is not interrupted by answers: so long after the last letter the address is told, ms. */
const QUIET_MS = 300;

export interface TypedField {
  readonly typed: string;
  readonly type: (text: string) => void;
  /** Tells at once what was typed. */
  readonly tellNow: () => void;
}

/** The text of a field that is kept in the page's address, where no letter is lost while the address follows. */
export function useTypedText(
  shown: string,
  onTell: (text: string | undefined) => void,
): TypedField {
  const [field, setField] = useState(() => startOf(shown));
  if (field.shown !== shown) setField(withShown(field, shown));
  const waiting = toTell(field);
  const tell = useEffectEvent((text: string) => {
    setField((now) => withTold(now, text));
    onTell(text === '' ? undefined : text);
  });
  useEffect(() => {
    if (waiting === undefined) return;
    const timer = setTimeout(() => tell(waiting), QUIET_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  return {
    typed: field.typed,
    type: (text) => setField((now) => withTyped(now, text)),
    tellNow: () => {
      if (waiting === undefined) return;
      setField((now) => withTold(now, waiting));
      onTell(waiting === '' ? undefined : waiting);
    },
  };
}
