import type { FoundText, FoundTexts } from './find-texts.ts';

/**
 * Takes all choices of an answer for the first that came. Where one was asked for, clients read what comes without a look at its number, and a provider could cut a text
 * over several numbers.
 */
export class OneChoice {
  private first: number | undefined;

  /** The same, with texts and ends of one choice alone. */
  of(found: FoundTexts): FoundTexts {
    const { texts, finished } = found;
    const choices = [...texts.map(({ choice }) => choice), ...finished];
    const first = (this.first ??= choices[0]);
    if (first === undefined || choices.every((choice) => choice === first)) return found;
    return {
      ...placesOf(found),
      texts: texts.map((text) => ofChoice(text, first)),
      finished: new Set(finished.size > 0 ? [first] : []),
    };
  }
}

/** What stands around the choices is of none: its key does not begin with a number. */
const ofChoice = (text: FoundText, choice: number): FoundText => ({
  ...text,
  choice,
  key: text.key.replace(/^#\d+(?=\/)/, `#${choice}`),
});

/** What was found may stand in an object of a class. */
const placesOf = ({
  blanks,
  twins,
  unseen,
  reasons,
  messages,
  choicesAt,
  choicesEnd,
}: FoundTexts): Omit<FoundTexts, 'texts' | 'finished'> => ({
  ...{ blanks, twins, unseen, reasons, messages, choicesAt, choicesEnd },
});
