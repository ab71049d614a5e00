import type { ErrorCode } from '@atrium/contract'

/** What goes wrong in the browser before the server has its say. */
export type BrowserErrorCode = 'NO_ANSWER' | 'TIMED_OUT' | 'INVALID_RESPONSE'

/** What people read for each error. The words of the specification stay verbatim. */
export default {
  NO_ANSWER: 'Something went wrong',
  TIMED_OUT: 'Looks like something took a bit too long! Please try again shortly.',
  INVALID_RESPONSE: 'Invalid response structure',

  INVALID_INPUT: 'Some of what was entered is not valid.',
  CONTEXT_MISMATCH: 'The account or room has changed meanwhile. Please load the page again.',
  ACCOUNT_REQUIRED: 'Choose an account first.',
  ROOM_REQUIRED: 'Choose a room first.',
  NOT_FOUND: 'There is nothing here, or nothing that you may see.',
  METHOD_NOT_ALLOWED: 'Something went wrong',
  REQUEST_TIMEOUT: 'Looks like something took a bit too long! Please try again shortly.',
  CONFLICT: 'Somebody changed this at the same moment. Please load it again.',
  IDEMPOTENCY_KEY_REUSED: 'This was already sent in another form. Please load the page again.',
  IDEMPOTENCY_IN_PROGRESS: 'This is still being worked on.',
  PAYLOAD_TOO_LARGE: 'This is larger than can be sent.',
  UNSUPPORTED_MEDIA_TYPE: 'Something went wrong',
  RATE_LIMITED: 'Too many requests. Please try again later.',
  INTERNAL: 'Something went wrong',
  UNAVAILABLE: 'Service temporarily unavailable.',

  UNAUTHENTICATED: 'Please sign in.',
  SESSION_ENDED: 'Your session has ended. Please sign in again.',
  ORIGIN_REFUSED: 'This page was opened at an address from which signing in is not allowed.',
  FORBIDDEN: 'You do not have permission to do this.',
  TERMS_NOT_ACCEPTED: 'Please accept the terms of use first.',
  NOT_A_MEMBER:
    "You Don't have permission to perform this action. It seems that you are not currently a member of this workspace. Please reach out to the admin for access.",

  INVALID_CREDENTIALS: 'The email address or the password is not right.',
  EMAIL_NOT_VERIFIED: 'Please confirm your email address with the code that was sent to you.',
  CODE_NOT_ACCEPTED: 'This code is not right or no longer valid. Ask for a new one.',
  CODE_RECENTLY_SENT: 'A code was sent a moment ago. Please wait before asking for another.',
  PASSWORD_TOO_WEAK: 'This password does not fulfil the rules.',
  PASSWORD_TOO_COMMON: 'This password is among the most used ones. Please choose another.',
  SECOND_FACTOR_NEEDED: 'Please enter a code of your authenticator app to go on.',
  SECOND_FACTOR_NOT_ACCEPTED:
    'This code is not right or was used already. Wait for the next one and try again.',
  SIGN_IN_EXPIRED: 'This sign-in took too long. Please start again.',
  PROOF_NOT_ACCEPTED: 'The password or the code is not right.',
  SIGN_IN_AGAIN: 'Please sign out and in again before changing this.',
  PASSKEY_NOT_ACCEPTED: 'This passkey was not accepted.',
  USER_BEING_DELETED: 'This sign-in is being deleted. That can still be undone.',
  SIGN_IN_METHOD_OFF: 'This way of signing in is not offered here.',
  ALREADY_SIGNED_IN: 'You are signed in already.',
  OPENID_SIGN_IN_FAILED: 'This sign-in could not be completed. Please start it again.',
  OPENID_SIGN_IN_DENIED: 'The sign-in was not granted at the provider.',
  OPENID_WITHOUT_ADDRESS: 'The provider did not tell your email address, which a sign-in here needs.',
  OPENID_PROVIDER_UNAVAILABLE:
    'The sign-in provider does not answer at the moment. Please try again shortly.',
  EMAIL_NOT_ACCEPTED: 'Addresses of this provider are meant to be thrown away. Please use another one.',
  SIGN_UP_REFUSED: 'Sign-up is not open for this email address.',

  ACCOUNT_LIMIT_REACHED: 'You already own as many accounts as one person can.',
  LAST_OWNER: 'An account always has an owner. Hand it over to somebody else first.',
  OWNS_SHARED_ACCOUNT: 'Other people belong to an account that you own. Hand it over or delete it first.',
  ALREADY_A_MEMBER: 'This person is a member of the account already.',
  ALREADY_INVITED: 'This address is invited already.',
  TOO_MANY_INVITES: 'There are too many open invitations. Withdraw some first.',
  INVITE_NOT_VALID: 'This invitation is not valid or no longer valid. Ask for a new one.',
  INVITE_FOR_ANOTHER_ADDRESS: 'This invitation was sent to another email address. Sign in with that one.',
  ROOM_NAME_TAKEN: 'Room name already exists',
  PUBLIC_ROOM_MEMBER: 'Public Room members are not allowed to perform this action',
  ROOM_OWNER_STAYS: 'A room always has an owner. Make somebody else an admin of the room first.',
  FILE_NOT_SUPPORTED: "The file you uploaded isn't supported.",
  FILE_TOO_LARGE: 'The file is larger than allowed.',
  UPLOAD_REFUSED: 'The upload took too long. Please try again.',
  FILES_TOO_LARGE_TOGETHER: 'The combined file size is larger than allowed.',
  TOO_MANY_FILES: 'There are as many files as there can be. Delete one first.',
  FILE_NAME_TAKEN: 'There is a file of this name already.',
  FILE_LINK_REFUSED: 'This link is no longer valid. Open the file again.',

  NOT_ENOUGH_CREDITS: 'There are not enough credits left for this question.',
  CREDITS_EXHAUSTED: 'All credits are used up.',
  TOKEN_LIMIT_REACHED:
    'The conversation is longer than this model can read. Choose a model with a larger limit or start a new chat.',
  REQUEST_NOT_PERMITTED: 'This request is not permitted.',
  MODEL_NOT_AVAILABLE: 'This model is not available. Please choose another.',
  TOO_MANY_ANSWERS: 'Too many answers are being written for you at once. Wait for one to end.',

  PROVIDER_RATE_LIMITED: 'The model is receiving too many questions at the moment. Please try again shortly.',
  PROVIDER_UNAVAILABLE: 'The model cannot be reached at the moment. Try again or choose another model.',
  PROVIDER_REFUSED_KEY:
    'The model does not accept the key that is set up for it. Whoever runs this service can put that right.',
  PROVIDER_REJECTED: 'The model could not work with this question.',
  PROVIDER_DROPPED: 'The connection to the model broke off. What had arrived is kept.',
  PROVIDER_STALLED: 'The model stopped writing. What had arrived is kept.',
  PROVIDER_MALFORMED: 'The model sent something that cannot be read.',
  PROVIDER_EMPTY: 'The model ended without an answer.',
  CONTENT_FILTERED: 'The model declined to answer this question.',
  ANSWER_TOO_LONG: 'The answer reached its limit. What had arrived is kept.',
  ANSWER_INTERRUPTED: 'The answer was interrupted. What had arrived is kept.',
} as const satisfies Record<ErrorCode | BrowserErrorCode, string>
