/** Mails about how somebody signs in and about themselves as a user. Sent by the server alone. */
export default {
  'secondFactorOn.subject': 'Your Atrium sign-in now asks for a second factor',
  'secondFactorOn.text':
    'From now on, signing in to Atrium with your password also asks for a code of your authenticator app.',
  'secondFactorOff.subject': 'Your Atrium sign-in no longer asks for a second factor',
  'secondFactorOff.text':
    'The second factor of your sign-in to Atrium was switched off just now. Your password alone is enough again.',
  'recoveryCodesRenewed.subject': 'New recovery codes for Atrium',
  'recoveryCodesRenewed.text':
    'New recovery codes were made for your sign-in to Atrium. The old ones no longer work.',
  'recoveryCodeUsed.subject': 'A recovery code of yours was used',
  'recoveryCodeUsed.text':
    'Somebody, hopefully you, has just signed in to Atrium with one of your recovery codes. Unused codes left: {{left}}.',
  'passkeyAdded.subject': 'A passkey was added to your Atrium sign-in',
  'passkeyAdded.text': 'A passkey was added just now. Whoever holds it can sign in to Atrium as you.',
  'passkeyRemoved.subject': 'A passkey was removed from your Atrium sign-in',
  'passkeyRemoved.text': 'A passkey was removed just now. It can no longer be used to sign in to Atrium.',
  'deletionRequested.subject': 'Your Atrium data will be deleted',
  'deletionRequested.text':
    'You asked for your sign-in to Atrium to be deleted. Everything of yours will be erased after {{date}}. Until then you can undo it by signing in: {{url}}',
  'deletionUndone.subject': 'Your Atrium sign-in stays',
  'deletionUndone.text': 'The deletion of your sign-in to Atrium was undone. Everything is as it was.',
  'exportReady.subject': 'Your data from Atrium is ready',
  'exportReady.text':
    'The copy of your data that you asked for is ready. Download it from your profile by {{date}}: {{url}}',
  notYou: 'If it was not you, set a new password at once and look through your sessions: {{url}}',
} as const
