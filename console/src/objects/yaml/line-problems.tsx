import { List } from '@mantine/core';
import type { CodeDiagnostic } from '../../code/code-view.ts';

/** What the editor marks, in words, for who does not see the marks. */
export function LineProblems({ problems }: { readonly problems: readonly CodeDiagnostic[] }) {
  if (problems.length === 0) return <div role="status" />;
  return (
    <List role="status" size="sm" c="red" listStyleType="none">
      {problems.map(({ line, message }) => (
        <List.Item key={`${line} ${message}`}>
          Line {line}: {message}
        </List.Item>
      ))}
    </List>
  );
}
