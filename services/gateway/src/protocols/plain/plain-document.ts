import { KnownWords } from '@aicp/common/bytes/known-words';
import { AnswerOutline, OutlinedDocument } from '../passing/outlined-document.ts';

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const LOWER_N = 0x6e;
const LOWER_F = 0x66;

const namesOf = (list: string): KnownWords => new KnownWords([list, 'error']);

/** The members that are looked at, by the one that holds the answer. */
const NAMES = {
  choices: namesOf('choices'),
  data: namesOf('data'),
  embedding: namesOf('embedding'),
  embeddings: namesOf('embeddings'),
  results: namesOf('results'),
};

/** The member of an answer that holds it. */
export type AnswerMember = keyof typeof NAMES;

/** Hears, as a whole answer comes, whether it has the list, or the object, that it should have, and no error. */
class PlainOutline extends AnswerOutline {
  readonly names: KnownWords;
  hasAnswer = false;
  items = 0;
  private readonly list: AnswerMember;
  private readonly first: number;
  private member = '';

  constructor(list: AnswerMember, first: number) {
    super();
    this.list = list;
    this.first = first;
    this.names = NAMES[list];
  }

  protected get lack(): string | undefined {
    const what = this.first === OPEN_BRACKET ? 'list of ' : '';
    return this.hasAnswer ? undefined : `the answer has no ${what}${this.list}`;
  }

  onName(depth: number, name: string): void {
    if (depth === 1) this.member = name;
  }

  onValue(depth: number, first: number, isEmpty: boolean): void {
    if (depth === 2) this.countItem(first);
    if (depth !== 1) return;
    if (this.member === this.list) this.hasAnswer ||= first === this.first;
    const isNone = isEmpty || first === LOWER_N || first === LOWER_F;
    if (this.member === 'error') this.hasError ||= !isNone;
  }

  private countItem(first: number): void {
    if (first === OPEN_BRACE && this.member === this.list) this.items += 1;
  }
}

/** An answer that is a list with something around it, as its bytes come. */
export class PlainDocument extends OutlinedDocument<PlainOutline> {
  /** `member`: the one that has to be a list, or an object where it is `isOne`. */
  constructor(member: AnswerMember, isOne = false) {
    super(new PlainOutline(member, isOne ? OPEN_BRACE : OPEN_BRACKET));
  }

  /** Objects of the list, as far as they came. */
  get items(): number {
    return this.outline.items;
  }
}
