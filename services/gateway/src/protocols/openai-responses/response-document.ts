import { KnownWords } from '@aicp/common/bytes/known-words';
import { AnswerOutline, OutlinedDocument } from '../passing/outlined-document.ts';

const NAMES = new KnownWords(['output', 'error']);
const OPEN_BRACKET = 0x5b;
const LOWER_N = 0x6e;

/** Hears, as a whole answer comes, whether it is a response: one with a list of what it says, and no error. */
class ResponseOutline extends AnswerOutline {
  override readonly names = NAMES;
  override hasAnswer = false;
  private member = '';

  protected get lack(): string | undefined {
    return this.hasAnswer ? undefined : 'the answer has no output';
  }

  onName(depth: number, name: string): void {
    if (depth === 1) this.member = name;
  }

  onValue(depth: number, first: number): void {
    if (depth !== 1) return;
    if (this.member === 'output' && first === OPEN_BRACKET) this.hasAnswer = true;
    if (this.member === 'error' && first !== LOWER_N) this.hasError = true;
  }
}

/** A response as its bytes come. Nothing is built of it, whatever its size. */
export class ResponseDocument extends OutlinedDocument<ResponseOutline> {
  constructor() {
    super(new ResponseOutline());
  }
}
