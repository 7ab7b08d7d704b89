import { isObject, textOf } from '@aicp/gateway/formats/json/members';
import type { GuardedText, OutputGuard } from '@aicp/gateway/guardrails/output/output-guard';
import type { Slices } from '@aicp/gateway/guardrails/output/slices';
import { pushed } from '../../chat-texts/open-texts.ts';
import { referenceName } from './answer-forms.ts';
import type { GuardedValues, Members, Place } from './guarded-values.ts';

/** Arguments of calls that come in pieces: what stands at one path of the arguments is one text. */
export class PartialArgs {
  private readonly guard: OutputGuard;
  private readonly values: GuardedValues;
  /** By candidate, and by path. */
  private readonly open = new Map<number, Map<string, GuardedText>>();

  constructor(guard: OutputGuard, values: GuardedValues) {
    this.guard = guard;
    this.values = values;
  }

  /** Takes pieces; gives what of them may go on. `isOver`: no more come of this call. */
  *take(pieces: readonly unknown[], place: Place, isOver: boolean): Slices<unknown[]> {
    const out: unknown[] = [];
    for (const piece of pieces) {
      if (this.guard.stoppedBy) return out;
      out.push(
        isObject(piece) ? yield* this.piece(piece, place) : yield* this.values.value(piece, place),
      );
    }
    return isOver ? [...out, ...this.rest(place.choice)] : out;
  }

  /** What was held back of the arguments of a candidate's call, as pieces. */
  rest(choice: number): Members[] {
    if (this.guard.stoppedBy) return [];
    const texts = this.open.get(choice) ?? new Map<string, GuardedText>();
    this.open.delete(choice);
    const rests = [...texts].map(([jsonPath, text]) => ({ jsonPath, stringValue: text.end() }));
    return rests.filter(({ stringValue }) => stringValue !== '');
  }

  private *piece(piece: Members, place: Place): Slices<Members> {
    const known = new Map(Object.entries(piece).map(([name, one]) => [referenceName(name), one]));
    const path = textOf(known.get('jsonPath')) ?? '';
    const isLast = known.get('willContinue') !== true;
    return yield* this.values.members(piece, place, FLAGS, (name, value) =>
      name === 'stringValue' && typeof value === 'string'
        ? this.text(value, { choice: place.choice, key: path }, isLast)
        : undefined,
    );
  }

  private *text(piece: string, { choice, key }: Place, isLast: boolean): Slices<string> {
    const texts = this.open.get(choice) ?? new Map<string, GuardedText>();
    const text = texts.get(key) ?? this.guard.open('text');
    this.open.set(choice, texts.set(key, text));
    const out = yield* pushed(text, piece);
    if (!isLast || this.guard.stoppedBy) return out;
    texts.delete(key);
    return out + text.end();
  }
}

const FLAGS = new Map([['willContinue', 'flag'] as const]);
