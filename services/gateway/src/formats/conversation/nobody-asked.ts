/** What the user says where a vendor wants to hear the user first, and the assistant began, or there are instructions alone. */
export const NOBODY_ASKED = '(The assistant speaks first.)';
