/** Mails about what happens in chats. Sent by the server alone. */
export default {
  'mention.subject': 'You were mentioned on Atrium',
  'mention.line': '{{name}} mentioned you in the room “{{room}}” of “{{account}}”.',
  'mention.private': "Their chat is private. Ask them what it's about.",
  'mention.often': 'We send this at most once a day. You can turn it off in your profile: {{url}}',
} as const
