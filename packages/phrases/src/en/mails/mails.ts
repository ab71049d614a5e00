/** Mails about signing in. Sent by the server alone; a blank line parts paragraphs. */
export default {
  'verifyEmail.subject': 'Your Atrium code',
  'verifyEmail.text': 'Welcome to Atrium. Enter this code to confirm your email address:',
  'newPassword.subject': 'Your Atrium code for a new password',
  'newPassword.text':
    'Someone, hopefully you, asked to set a new password for Atrium. Enter this code to continue:',
  'code.life': 'The code expires in 10 minutes and after 5 attempts. Atrium will never ask you for it.',
  'code.notYou': "If you didn't request it, you can ignore this email. Nothing has changed.",
  'alreadySignedUp.subject': 'You already have an Atrium account',
  'alreadySignedUp.text':
    'Someone, perhaps you, tried to sign up for Atrium with this email address. An account already exists for it, and nothing has changed.',
  'alreadySignedUp.next': "Sign in here, or set a new password if you've forgotten yours: {{url}}",
  'passwordChanged.subject': 'Your Atrium password was changed',
  'passwordChanged.text': 'Your Atrium password was just changed, and all other sessions were signed out.',
  'passwordChanged.next': "If this wasn't you, set a new password immediately: {{url}}",
  'providerAdded.subject': 'You can now sign in to Atrium with {{provider}}',
  'providerAdded.text':
    'You can now also sign in to Atrium with {{provider}}, which confirmed that this email address is yours.',
  'providerAdded.next': "If this wasn't you, set a new password immediately: {{url}}",
} as const
