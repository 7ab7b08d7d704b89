import { KnownWords } from '@aicp/common/bytes/known-words';
import { AnswerOutline, OutlinedDocument } from '../passing/outlined-document.ts';

const NAMES = new KnownWords(['candidates', 'promptFeedback', 'error']);
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const LOWER_N = 0x6e;

/** Hears, as a whole answer comes, whether it is one of generateContent. */
class Outline extends AnswerOutline {
  readonly names = NAMES;
  hasCandidate = false;
  private isBlocked = false;
  private member = '';

  get hasAnswer(): boolean {
    return this.hasCandidate || this.isBlocked;
  }

  protected get lack(): string | undefined {
    return this.hasAnswer ? undefined : 'the answer has no candidates';
  }

  onName(depth: number, name: string): void {
    if (depth === 1) this.member = name;
  }

  onValue(depth: number, first: number): void {
    const isCandidate = depth === 2 && this.member === 'candidates' && first === OPEN_BRACE;
    this.hasCandidate ||= isCandidate;
    if (depth === 1) this.onMember(first);
  }

  private onMember(first: number): void {
    const { member } = this;
    if (member === 'candidates' && first !== OPEN_BRACKET) this.hasCandidate = false;
    if (member === 'promptFeedback') this.isBlocked ||= first === OPEN_BRACE;
    if (member === 'error') this.hasError ||= first !== LOWER_N;
  }
}

/** An answer of generateContent as its bytes come. Nothing is built of it, whatever its size. */
export class GeminiDocument extends OutlinedDocument<Outline> {
  constructor() {
    super(new Outline());
  }
}
