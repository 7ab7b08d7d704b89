const TEXTS: Readonly<Record<string, string>> = {
  none: 'Nobody subscribes to it',
  pending: 'Somebody is still to be told',
  delivering: 'Being sent',
  delivered: 'Told',
  failed: 'Somebody was told in vain',
  dead: 'Given up',
  cancelled: 'Cancelled',
};

/** Whether people were told of an event, in words. */
export const toldText = (status: string): string => TEXTS[status] ?? status;
