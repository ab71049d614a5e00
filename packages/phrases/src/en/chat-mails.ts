/** Mails about what happens in chats. Sent by the server alone. */
export default {
  'mention.subject': 'You were mentioned on Atrium',
  'mention.line': '{{name}} mentioned you in the room “{{room}}” of “{{account}}”.',
  'mention.button': 'Open Atrium',
  'mention.often': 'Such a mail comes at most once a day. You can turn it off in your profile: {{url}}',
} as const
