import { notifications } from '@mantine/notifications';
import { visibleText } from '../text/visible-text.ts';
import { messageOf } from '../../api/problem.ts';

/** Says in a corner of the page why something was not done. It stays long enough to be read. */
export const showProblem = (title: string, error: unknown): void => {
  notifications.show({
    title: visibleText(title),
    message: visibleText(messageOf(error)),
    color: 'red',
    autoClose: 12_000,
  });
};
