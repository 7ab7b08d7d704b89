import { Box, Collapse, Fieldset, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';

export interface MoreFieldsProps {
  /** Something is wrong in one of them: they are unfolded, and stay so. */
  readonly isWrong: boolean;
  readonly children: ReactNode;
}

/** Fields that are seldom needed, folded up. */
export function MoreFields({ isWrong, children }: MoreFieldsProps) {
  const [isOpen, { toggle, open }] = useDisclosure(false);
  const id = useId();
  if (isWrong && !isOpen) open();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Fieldset
      legend={
        <UnstyledButton
          onClick={toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}
        >
          <Chevron size={16} aria-hidden />
          More
        </UnstyledButton>
      }
    >
      <Box id={id}>
        <Collapse expanded={isOpen} transitionDuration={0}>
          {children}
        </Collapse>
      </Box>
    </Fieldset>
  );
}
