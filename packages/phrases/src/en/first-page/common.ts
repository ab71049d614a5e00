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
  'page.forbidden.text': "You don't have access to this page. An account admin can change that.",
  'page.serverError.title': 'Something broke on our side',
  'page.serverError.text': 'Nothing you wrote is lost. Please try again in a moment.',
  'page.maintenance.title': 'Atrium is down for maintenance',
  'page.maintenance.text':
    'The service is currently unavailable. This page refreshes automatically and takes you back when service resumes.',
  'page.maintenance.until':
    'Planned maintenance ends at about {{time}}. This page takes you back then; your answers are kept.',
  'page.maintenance.checking': 'Checking…',
  'page.comingSoon.title': 'Coming soon',
  'page.comingSoon.text': "This part of Atrium isn't available yet.",
  'page.earlyAccessFull.title': 'Early access is full',
  'page.earlyAccessFull.text':
    "Sign-up isn't open to this email address. If you were invited, use the address that the invitation was sent to, or ask the person who invited you.",
  'page.earlyAccessFull.action': 'Back to sign-in',
} as const
