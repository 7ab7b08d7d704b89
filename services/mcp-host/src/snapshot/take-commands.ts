import { SectionReader, type FragmentError } from '@aicp/common/snapshot/section-reader';
import type { ApplySnapshot } from '@aicp/common/snapshot/receiver';
import {
  mcpCommandFragment,
  type McpCommandFragment,
} from '@aicp/contracts/snapshot/sections/mcp-servers';

/** Reads the commands out of snapshots, all or nothing, and hands them on. */
export function takeCommands(
  take: (commands: readonly McpCommandFragment[]) => void,
): ApplySnapshot {
  const reader = new SectionReader();
  return (snapshot) => {
    const errors: FragmentError[] = [];
    const commands = reader.read({
      snapshot,
      section: 'mcp-commands',
      schema: mcpCommandFragment,
      convert: (item) => item,
      errors,
    });
    reader.prune();
    if (errors.length === 0) take(commands);
    return errors;
  };
}
