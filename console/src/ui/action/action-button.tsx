import { Button, type ButtonProps } from '@mantine/core';
import { useState, type ComponentProps, type MouseEvent } from 'react';

export interface ActionButtonProps
  extends Omit<ButtonProps, 'loading'>, Omit<ComponentProps<'button'>, keyof ButtonProps | 'ref'> {
  /** What it began is still under way: it takes no second press meanwhile. */
  readonly isBusy: boolean;
}

/**
 * A button that begins something which takes a while. A browser takes the focus from what becomes disabled, and whoever works by keyboard would begin anew at the top of the
 * page: while it is busy, and as long as it has the focus, it only says that it is disabled, and does nothing.
 */
export function ActionButton({ isBusy, disabled = false, ...rest }: ActionButtonProps) {
  const [hasFocus, setFocus] = useState(false);
  const isOff = isBusy || disabled;
  return (
    <Button
      {...rest}
      loading={isBusy}
      disabled={disabled}
      renderRoot={(root: ComponentProps<'button'>) => (
        <button
          {...root}
          disabled={disabled && !isBusy && !hasFocus}
          aria-disabled={isOff || undefined}
          aria-busy={isBusy || undefined}
          onClick={isOff ? ignore : root.onClick}
          onFocus={(event) => {
            setFocus(true);
            root.onFocus?.(event);
          }}
          onBlur={(event) => {
            // It keeps the focus of a window that is left for another one, and has it when somebody comes back.
            setFocus(event.currentTarget === document.activeElement);
            root.onBlur?.(event);
          }}
        />
      )}
    />
  );
}

/** Nor is the form sent. */
const ignore = (event: MouseEvent): void => event.preventDefault();
