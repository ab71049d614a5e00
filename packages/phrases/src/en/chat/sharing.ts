/** Marks and actions of shared chats. */
export default {
  share: 'Share…',
  stop: 'Stop sharing',
  'done.none': 'Sharing stopped.',
  'queue.returned': "Your queued question wasn't asked.",
  me: 'Me',
  by: 'Shared by {{name}}',
  byMe: 'Shared by you',
  'mark.read': 'Read-only',
  'mark.open': 'Open for questions',
} as const
