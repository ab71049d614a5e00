/** Mails about accounts. Sent by the server alone. */
export default {
  'invite.subject': '{{inviter}} invites you to {{account}} on Atrium',
  'invite.text':
    '{{inviter}} invites you to join the account “{{account}}” on Atrium, where teams ask AI models together.',
  'invite.room': 'You will start in the room “{{room}}”.',
  'invite.button': 'View invitation',
  'invite.life': 'The link is valid for {{days}} days and only for this email address.',
  'invite.unknown':
    "If you don't know {{inviter}}, you can ignore this email. Nothing happens unless you accept.",
  'ended.subject': '{{name}}’s invitations to {{account}} have ended',
  'ended.text':
    '{{name}} is no longer an admin of “{{account}}”, so the invitations and public links they created have ended.',
  'ended.invites': 'Withdrawn invitations:',
  'ended.links': 'Revoked public links:',
  'ended.next': 'If these people should still join, invite them again on the Members page.',
  'credits.requested.subject': '{{name}} is requesting credits in {{account}}',
  'credits.requested.text': '{{name}} is requesting more credits in “{{account}}” for this reason:',
  'credits.approved.subject': 'You have {{credits}} more credits in {{account}}',
  'credits.approved.text':
    'Your request for credits in “{{account}}” was approved: you can use {{credits}} more credits.',
  'credits.approvedMonthly.subject': 'You have {{credits}} more credits every month in {{account}}',
  'credits.approvedMonthly.text':
    'Your request for credits in “{{account}}” was approved: you can use {{credits}} more credits every month.',
  'credits.refused.subject': 'Your request for credits in {{account}} was declined',
  'credits.refused.text': 'Your request for credits in “{{account}}” was declined. The reply:',
  'credits.button': 'Review request',
  'credits.back': 'Back to Atrium',
  'limit.own.subject': 'Your monthly credit limit in {{account}} is almost used',
  'limit.own.text':
    'You have used {{used}} of {{limit}} credits of your monthly limit in “{{account}}”. An admin can raise the limit.',
  'limit.member.subject': '{{name}} has almost used their credit limit in {{account}}',
  'limit.member.text':
    '{{name}} has used {{used}} of {{limit}} credits of their monthly limit in “{{account}}”.',
  'limit.room.subject': 'The room {{name}} has almost used its credit limit',
  'limit.room.text':
    'The room “{{name}}” in “{{account}}” has used {{used}} of {{limit}} credits of its monthly limit.',
  'limit.button': 'Review limits',
} as const
