/** The scopes of the history. A file of its own: the first page needs the addresses of pages, not chats. */
export const historyScopes = ['all', 'starred', 'mine', 'shared'] as const
