import { AnswerOutline, OutlinedDocument } from '../passing/outlined-document.ts';
import { KnownWords } from '@aicp/common/bytes/known-words';

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const LOWER_N = 0x6e;
const LOWER_F = 0x66;

const NAMES = new KnownWords(['choices', 'message', 'error']);

/** Hears, as a whole answer comes, whether it is a completion: a list of choices, each with its message, and no error. */
export class CompletionOutline extends AnswerOutline {
  readonly names = NAMES;
  private choices = 0;
  private messages = 0;
  private inChoices = false;
  /** Of the object at each depth, the member that is read. */
  private readonly members = ['', '', '', ''];

  protected get lack(): string | undefined {
    if (this.choices === 0) return 'the answer has no choices';
    return this.messages === this.choices ? undefined : 'the answer has a choice without a message';
  }

  /** Whether a first choice has begun. */
  get hasAnswer(): boolean {
    return this.choices > 0;
  }

  onName(depth: number, name: string): void {
    this.members[depth] = name;
  }

  onValue(depth: number, first: number, isEmpty: boolean): void {
    if (depth === 1) this.inChoices = this.members[1] === 'choices' && first === OPEN_BRACKET;
    if (depth === 1) this.takeError(1, first, isEmpty);
    else if (this.inChoices && depth === 2) this.beginChoice();
    else if (this.inChoices && depth === 3) this.takeOfChoice(first, isEmpty);
  }

  private takeOfChoice(first: number, isEmpty: boolean): void {
    if (this.members[3] === 'message' && first === OPEN_BRACE) this.messages += 1;
    this.takeError(3, first, isEmpty);
  }

  /** Some providers write null, false or an empty text where there is no error. */
  private takeError(depth: 1 | 3, first: number, isEmpty: boolean): void {
    if (this.members[depth] !== 'error') return;
    this.hasError ||= !isEmpty && first !== LOWER_N && first !== LOWER_F;
  }

  private beginChoice(): void {
    this.choices += 1;
    this.members[3] = '';
  }
}

/** A chat completion as its bytes come. Nothing is built of it, whatever its size. */
export class CompletionDocument extends OutlinedDocument<CompletionOutline> {
  constructor() {
    super(new CompletionOutline());
  }
}
