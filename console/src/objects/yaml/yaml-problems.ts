import { parseDocument } from 'yaml';
import type { ApiProblem } from '../../api/problem.ts';
import type { CodeDiagnostic } from '../../code/code-view.ts';

/** What is wrong with a text as YAML, by lines. */
export const syntaxProblems = (text: string): readonly CodeDiagnostic[] =>
  parseDocument(text, { prettyErrors: true }).errors.map(({ message, linePos }) => ({
    line: linePos?.[0].line ?? 1,
    // The lines that follow show the place in the text, which the editor marks.
    message: message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? message,
  }));

/** What the API found wrong, where it says at which line. */
export const linesOf = ({ fields }: Pick<ApiProblem, 'fields'>): readonly CodeDiagnostic[] =>
  fields.flatMap(({ path, message, line }) =>
    line === undefined ? [] : [{ line, message: path === '' ? message : `${path}: ${message}` }],
  );
