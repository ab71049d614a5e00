/** Mails about signing in. Sent by the server alone; a blank line parts paragraphs. */
export default {
  'verifyEmail.subject': 'Your Atrium code',
  'verifyEmail.text': 'Welcome to Atrium. Enter this code to confirm your email address:',
  'newPassword.subject': 'Your Atrium code for a new password',
  'newPassword.text':
    'Somebody, hopefully you, asked to set a new password for Atrium. Enter this code to go on:',
  'code.life':
    'The code is good for 10 minutes and for 5 tries. Nobody from Atrium will ever ask you for it.',
  'code.notYou': 'If you did not ask for it, you can ignore this mail: nothing has been changed.',
  'alreadySignedUp.subject': 'You already have a sign-in to Atrium',
  'alreadySignedUp.text':
    'Somebody, perhaps you, tried to sign up to Atrium with this email address. There is a sign-in for it already, and nothing has been changed.',
  'alreadySignedUp.next':
    'To go on, sign in here, or set a new password there if you have forgotten yours: {{url}}',
  'passwordChanged.subject': 'Your Atrium password was changed',
  'passwordChanged.text':
    'The password of your sign-in to Atrium was changed just now, and every other session was ended.',
  'passwordChanged.next': 'If it was not you, set a new password at once: {{url}}',
  'providerAdded.subject': 'Your Atrium sign-in can now be used through {{provider}}',
  'providerAdded.text':
    'From now on you can also sign in to Atrium through {{provider}}, because it confirmed that this email address is yours.',
  'providerAdded.next': 'If it was not you, set a new password at once: {{url}}',
} as const
