/** Mails about sign-in methods and user accounts. Used only by the server. */
export default {
  'secondFactorOn.subject': 'Two-factor sign-in is on for your Atrium account',
  'secondFactorOn.text':
    'Signing in to Atrium with your password now also requires a code from your authenticator app.',
  'secondFactorOff.subject': 'Two-factor sign-in is off for your Atrium account',
  'secondFactorOff.text':
    'Two-factor sign-in was just turned off. Your password alone is enough to sign in to Atrium.',
  'recoveryCodesRenewed.subject': 'New recovery codes for Atrium',
  'recoveryCodesRenewed.text':
    'New recovery codes were created for your Atrium account. The old ones no longer work.',
  'recoveryCodeUsed.subject': 'One of your recovery codes was used',
  'recoveryCodeUsed.text':
    'Someone, hopefully you, has just signed in to Atrium with one of your recovery codes. Unused codes left: {{left}}.',
  'passkeyAdded.subject': 'A passkey was added to your Atrium account',
  'passkeyAdded.text': 'A passkey was just added. Anyone who has it can sign in to Atrium as you.',
  'passkeyRemoved.subject': 'A passkey was removed from your Atrium account',
  'passkeyRemoved.text': 'A passkey was just removed. It can no longer be used to sign in to Atrium.',
  'deletionRequested.subject': 'Your Atrium data will be deleted',
  'deletionRequested.text':
    'You asked to delete your Atrium account. All your data will be permanently deleted after {{date}}. To cancel, sign in before then: {{url}}',
  'deletionUndone.subject': 'Your Atrium account is kept',
  'deletionUndone.text': 'The deletion of your Atrium account was canceled. Everything is as it was.',
  'exportReady.subject': 'Your data from Atrium is ready',
  'exportReady.text':
    'The copy of your data that you asked for is ready. Download it from your profile by {{date}}: {{url}}',
  'adminMade.subject': "You're now an Atrium administrator",
  'adminMade.text':
    "You're now a system administrator of Atrium. Providers, plans, people and health are under “System” in the account menu: {{url}}",
  'adminRemoved.subject': "You're no longer an Atrium administrator",
  'adminRemoved.text':
    "A system administrator removed your administrator role. Your teams and chats don't change.",
  'signedOutByAdmin.subject': 'You were signed out of Atrium',
  'signedOutByAdmin.text':
    'A system administrator signed you out of Atrium on every device. You can sign in again as usual.',
  'unlockedByAdmin.subject': 'You can sign in to Atrium again',
  'unlockedByAdmin.text':
    'There were too many failed attempts to sign in to Atrium as you. A system administrator removed the lock, so you can try again now.',
  notYou: "If this wasn't you, set a new password immediately and review your sessions: {{url}}",
  'suspendedByAdmin.subject': 'Your Atrium account is suspended',
  'suspendedByAdmin.text':
    'A system administrator suspended your Atrium account. You can’t sign in until they reinstate it. Your data is kept.',
  'reinstatedByAdmin.subject': 'Your Atrium account works again',
  'reinstatedByAdmin.text':
    'A system administrator ended the suspension of your Atrium account. You can sign in as usual.',
  'deletedByAdmin.subject': 'Your Atrium account was deleted',
  'deletedByAdmin.text':
    'A system administrator deleted your Atrium account. All your data will be permanently deleted after {{date}}. If this is a mistake, ask your administrator to restore it before then.',
  'restoredByAdmin.subject': 'Your Atrium account is restored',
  'restoredByAdmin.text':
    'A system administrator restored your Atrium account. Everything is as it was, and you can sign in as usual.',
} as const
