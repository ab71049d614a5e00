/** Words that every screen shares. */
export default {
  productName: 'Atrium',
  'action.cancel': 'Cancel',
  'action.close': 'Close',
  'action.tryAgain': 'Try again',
  'action.goToRooms': 'Go To Your Rooms',
  loading: 'Loading…',
  skipToContent: 'Skip to content',
  'language.label': 'Language',
  'scheme.label': 'Theme',
  'scheme.light': 'Light',
  'scheme.dark': 'Dark',
  'scheme.auto': 'System',
  'page.notFound.title': 'Page not found',
  'page.notFound.text': 'Sorry, we can’t find a page that you’re looking for.',
  'page.forbidden.title': 'No permission',
  'page.forbidden.text':
    'This page is open to some people only, and you are not among them. An admin of your account can change that.',
  'page.serverError.title': 'Something broke on our side',
  'page.serverError.text': 'Nothing that you wrote is lost. Please try again in a moment.',
  'page.maintenance.title': 'Atrium is being looked after',
  'page.maintenance.text':
    'The service is not available just now. This page looks again by itself and takes you back as soon as it is.',
  'page.maintenance.checking': 'Looking again…',
  'page.comingSoon.title': 'Coming soon',
  'page.comingSoon.text': 'This part of Atrium is not open yet.',
  'page.earlyAccessFull.title': 'Early access is full',
  'page.earlyAccessFull.text':
    'Sign-up is not open for this email address. If you were invited, use the address that the invitation was sent to, or ask the person who invited you.',
  'page.earlyAccessFull.action': 'Back to sign-in',
} as const
