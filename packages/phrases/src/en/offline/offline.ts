/** The page shown without a connection. */
export default {
  title: 'You’re offline',
  text: 'Atrium opens again when the connection is back. Until then you can read the chats that you opened last on this device.',
  'text.none': 'Atrium opens again when the connection is back.',
  again: 'Try again',
  trying: 'Connecting…',
  chats: 'Chats on this device',
  back: 'All chats',
  read: 'As of {{date}}',
  you: 'You',
  answer: 'Answer',
  missing: 'No answer was kept for this question.',
} as const
