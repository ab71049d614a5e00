/** Mails about accounts. Sent by the server alone. */
export default {
  'invite.subject': '{{inviter}} invites you to {{account}} on Atrium',
  'invite.text':
    '{{inviter}} invites you to join the account “{{account}}” on Atrium, where teams ask AI models together.',
  'invite.button': 'See the invitation',
  'invite.life': 'The link is good for {{days}} days and only for this email address.',
  'invite.unknown':
    'If you do not know {{inviter}}, you can ignore this mail: nothing happens until you accept.',
} as const
