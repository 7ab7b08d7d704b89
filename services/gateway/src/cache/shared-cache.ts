import { AnswerSeal } from './shared/answer-seal.ts';
import { AnswerShelf } from './shared/answer-shelf.ts';
import { QuestionShelf } from './questions/question-shelf.ts';
import { SharedAnswers } from './shared/shared-answers.ts';
import type { SharedCounts } from './shared/shared-counts.ts';
import { SharedQuestions } from './questions/shared-questions.ts';
import { SharedServer, type SharedServerOptions } from './shared/shared-server.ts';

interface SharedCacheOptions extends SharedServerOptions {
  /** That all gateways have in common. */
  readonly secret: string | Buffer;
  readonly counts: Readonly<Record<'answers' | 'questions', SharedCounts>>;
}

/** What the gateways of an installation share through one server: answers, and which questions they are to. */
export class SharedCache {
  readonly answers: SharedAnswers;
  readonly questions: SharedQuestions;
  private readonly server: SharedServer;

  constructor({ secret, counts, ...options }: SharedCacheOptions) {
    const { store, clock } = options;
    const server = new SharedServer(options);
    this.server = server;
    this.answers = new SharedAnswers({
      ...{ server, clock, counts: counts.answers },
      shelf: new AnswerShelf(store),
      seal: new AnswerSeal(secret, 'answers'),
    });
    this.questions = new SharedQuestions({
      ...{ server, clock, counts: counts.questions },
      shelf: new QuestionShelf(store),
      seal: new AnswerSeal(secret, 'questions'),
    });
  }

  /** Gives up the connection. */
  close(): void {
    this.server.close();
  }
}
