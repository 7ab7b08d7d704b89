import { List } from '@mantine/core';
import type { CodeDiagnostic } from '../../code/code-view.ts';

/** What the editor marks, in words, for who does not see the marks. */
export const LineProblems = ({ problems }: { readonly problems: readonly CodeDiagnostic[] }) => (
  <div role="status">
    {problems.length > 0 && (
      <List size="sm" c="red" listStyleType="none">
        {problems.map(({ line, message }) => (
          <List.Item key={`${line} ${message}`}>
            Line {line}: {message}
          </List.Item>
        ))}
      </List>
    )}
  </div>
);
