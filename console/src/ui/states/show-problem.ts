import { notifications } from '@mantine/notifications';
import { messageOf } from '../../api/problem.ts';

/** Says in a corner of the page why something was not done. It stays long enough to be read. */
export const showProblem = (title: string, error: unknown): void => {
  notifications.show({ title, message: messageOf(error), color: 'red', autoClose: 12_000 });
};
