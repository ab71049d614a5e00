import { z } from 'zod'

type ErrorDefinition = {
  /** The HTTP status it ends a request with. */
  status: number
  /** One English sentence for API clients; the interface translates by code. */
  message: string
  /** True when an operator should hear of it: it is our fault or a dependency's. */
  incident?: true
}

/** Every error the product can answer with. The specification's codes stay verbatim. */
export const errorDefinitions = {
  // The request
  INVALID_INPUT: { status: 400, message: 'Some of what was sent is not valid.' },
  CONTEXT_MISMATCH: {
    status: 400,
    message: 'The account or room named in the headers does not agree with the request.',
  },
  ACCOUNT_REQUIRED: { status: 400, message: 'The header Workspace-Id or Account-Id is missing.' },
  ROOM_REQUIRED: { status: 400, message: 'The header Room-Id is missing.' },
  NOT_FOUND: { status: 404, message: 'There is nothing here, or nothing that you may see.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not answer to that method.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
  CONFLICT: { status: 409, message: 'Somebody changed this at the same moment. Load it again.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message: 'This key or id was already used for a different request.',
  },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, message: 'The same request is still being worked on.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is larger than this address accepts.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'This address does not read that content type.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Please try again later.' },
  INTERNAL: { status: 500, message: 'Something went wrong.', incident: true },
  UNAVAILABLE: { status: 503, message: 'Service temporarily unavailable.', incident: true },

  // Who is asking
  UNAUTHENTICATED: { status: 401, message: 'Please sign in.' },
  SESSION_ENDED: { status: 401, message: 'This session has ended. Please sign in again.' },
  ORIGIN_REFUSED: { status: 403, message: 'Requests from this origin are not accepted.' },
  FORBIDDEN: { status: 403, message: 'You do not have permission to do this.' },
  TERMS_NOT_ACCEPTED: { status: 403, message: 'Please accept the terms of use first.' },
  NOT_A_MEMBER: {
    status: 403,
    message:
      "You Don't have permission to perform this action. It seems that you are not currently a member of this workspace. Please reach out to the admin for access.",
  },

  // Identity
  INVALID_CREDENTIALS: { status: 401, message: 'The email address or the password is not right.' },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    message: 'Please confirm your email address with the code that was sent to you.',
  },
  CODE_NOT_ACCEPTED: {
    status: 400,
    message: 'This code is not right or no longer valid. Ask for a new one.',
  },
  CODE_RECENTLY_SENT: {
    status: 429,
    message: 'A code was sent a moment ago. Please wait before asking for another.',
  },
  PASSWORD_TOO_WEAK: { status: 400, message: 'This password does not fulfil the rules.' },
  PASSWORD_TOO_COMMON: {
    status: 400,
    message: 'This password is among the most used ones. Please choose another.',
  },
  SECOND_FACTOR_NEEDED: { status: 403, message: 'Please enter a code of your authenticator app to go on.' },
  SECOND_FACTOR_NOT_ACCEPTED: { status: 400, message: 'This code is not right or was used already.' },
  SIGN_IN_EXPIRED: { status: 403, message: 'This sign-in took too long. Please start again.' },
  PROOF_NOT_ACCEPTED: { status: 403, message: 'The password or the code is not right.' },
  SIGN_IN_AGAIN: { status: 403, message: 'Please sign out and in again before changing this.' },
  PASSKEY_NOT_ACCEPTED: { status: 400, message: 'This passkey was not accepted.' },
  USER_BEING_DELETED: {
    status: 403,
    message: 'This sign-in is being deleted. That can still be undone.',
  },
  SIGN_IN_METHOD_OFF: { status: 403, message: 'This way of signing in is not offered here.' },
  ALREADY_SIGNED_IN: { status: 409, message: 'You are signed in already.' },
  OPENID_SIGN_IN_FAILED: {
    status: 400,
    message: 'This sign-in could not be completed. Please start it again.',
  },
  OPENID_SIGN_IN_DENIED: { status: 403, message: 'The sign-in was not granted at the provider.' },
  OPENID_WITHOUT_ADDRESS: {
    status: 403,
    message: 'The provider did not tell an email address, which a sign-in here needs.',
  },
  OPENID_PROVIDER_UNAVAILABLE: {
    status: 502,
    message: 'The sign-in provider does not answer at the moment. Please try again shortly.',
    incident: true,
  },
  EMAIL_NOT_ACCEPTED: {
    status: 403,
    message: 'Addresses of this provider are meant to be thrown away. Please use another one.',
  },
  SIGN_UP_REFUSED: { status: 403, message: 'PreSignUp: sign-up is not open for this address.' },

  // Accounts, rooms, files
  ACCOUNT_LIMIT_REACHED: { status: 409, message: 'You already own as many accounts as one person can.' },
  LAST_OWNER: {
    status: 409,
    message: 'An account always has an owner. Hand it over to somebody else first.',
  },
  OWNS_SHARED_ACCOUNT: {
    status: 409,
    message: 'Somebody else belongs to an account that you own. Hand it over or delete it first.',
  },
  ALREADY_A_MEMBER: { status: 409, message: 'This person is a member of the account already.' },
  ALREADY_INVITED: { status: 409, message: 'This address is invited already.' },
  TOO_MANY_INVITES: { status: 409, message: 'There are too many open invitations. Withdraw some first.' },
  INVITE_NOT_VALID: {
    status: 404,
    message: 'This invitation is not valid or no longer valid. Ask for a new one.',
  },
  INVITE_FOR_ANOTHER_ADDRESS: {
    status: 403,
    message: 'This invitation was sent to another email address. Sign in with that one.',
  },
  ROOM_NAME_TAKEN: { status: 409, message: 'Room name already exists' },
  PUBLIC_ROOM_MEMBER: {
    status: 403,
    message: 'Public Room members are not allowed to perform this action',
  },
  ROOM_OWNER_STAYS: {
    status: 409,
    message: 'A room always has an owner. Make somebody else an admin of the room first.',
  },
  FILE_NOT_SUPPORTED: { status: 415, message: "The file you uploaded isn't supported." },
  FILE_TOO_LARGE: { status: 413, message: 'The file is larger than allowed.' },
  UPLOAD_REFUSED: { status: 403, message: 'This upload form is not valid or no longer valid.' },
  FILES_TOO_LARGE_TOGETHER: { status: 413, message: 'The combined file size is larger than allowed.' },
  TOO_MANY_FILES: { status: 409, message: 'There are as many files as there can be. Delete one first.' },
  FILE_NAME_TAKEN: { status: 409, message: 'There is a file of this name already.' },
  FILES_NOT_USABLE: {
    status: 422,
    message: 'Some of the files are not there, are not yours, or are in use already.',
  },
  SOURCE_ALREADY_ADDED: { status: 409, message: 'This address is in the knowledge base already.' },
  TOO_MANY_SOURCES: { status: 409, message: 'The knowledge base has as many sources as it can have.' },
  RAG_NOT_ALLOWED: { status: 403, message: 'Knowledge bases are not part of the plan of this account.' },
  KNOWLEDGE_BASE_NAME_TAKEN: { status: 409, message: 'There is a knowledge base of this name already.' },
  TOO_MANY_GOLDEN_QUESTIONS: {
    status: 409,
    message: 'There are as many golden questions as there can be. Delete one first.',
  },
  FILE_LINK_REFUSED: { status: 403, message: 'This link is not valid or no longer valid.' },

  // History
  LABEL_NAME_TAKEN: { status: 409, message: 'There is a label of this name already.' },
  TOO_MANY_LABELS: { status: 409, message: 'There are as many labels as there can be. Remove one first.' },

  // The system
  TOO_MANY_PROVIDERS: {
    status: 409,
    message: 'There are as many providers as there can be. Remove one first.',
  },

  // Asking
  NOT_ENOUGH_CREDITS: { status: 402, message: 'There are not enough credits left for this question.' },
  CREDITS_EXHAUSTED: { status: 402, message: 'All credits are used up.' },
  TOKEN_LIMIT_REACHED: { status: 413, message: 'The conversation is longer than this model can read.' },
  SUMMARY_FAILED: { status: 502, message: 'The earlier part of the conversation could not be summarised.' },
  REQUEST_NOT_PERMITTED: { status: 403, message: 'This request is not permitted.' },
  MODEL_NOT_AVAILABLE: { status: 409, message: 'This model is not available.' },
  MODEL_NOT_ALLOWED_IN_ROOM: { status: 409, message: 'This model is not allowed in this room.' },
  NO_MODEL_ALLOWED_IN_ROOM: {
    status: 409,
    message: 'None of the models of this room is allowed in the account any more.',
  },
  PICTURES_NOT_SEEN: { status: 409, message: 'This model cannot see pictures.' },
  TOO_MANY_ANSWERS: {
    status: 429,
    message: 'Too many answers are being written for you at once. Wait for one to end.',
  },

  // How an answer can end badly
  PROVIDER_RATE_LIMITED: { status: 429, message: 'The model provider is receiving too many requests.' },
  PROVIDER_UNAVAILABLE: { status: 502, message: 'The model provider is not available.', incident: true },
  PROVIDER_REFUSED_KEY: {
    status: 502,
    message: 'The model provider does not accept the configured key.',
    incident: true,
  },
  PROVIDER_REJECTED: { status: 502, message: 'The model provider could not work with this question.' },
  PROVIDER_DROPPED: { status: 502, message: 'The connection to the model provider broke off.' },
  PROVIDER_STALLED: { status: 504, message: 'The model provider stopped sending.' },
  PROVIDER_MALFORMED: {
    status: 502,
    message: 'The model provider sent something unreadable.',
    incident: true,
  },
  PROVIDER_EMPTY: { status: 502, message: 'The model provider ended without an answer.' },
  CONTENT_FILTERED: { status: 422, message: 'The model provider declined to answer this question.' },
  ANSWER_TOO_LONG: { status: 504, message: 'The answer reached its limit of time or length.' },
  ANSWER_INTERRUPTED: { status: 503, message: 'The answer was interrupted. What had arrived is kept.' },
} as const satisfies Record<string, ErrorDefinition>

export type ErrorCode = keyof typeof errorDefinitions
export const errorCodes = Object.keys(errorDefinitions) as [ErrorCode, ...ErrorCode[]]
export const ErrorCode = z.enum(errorCodes)

export const definitionOf = (code: ErrorCode): ErrorDefinition => errorDefinitions[code]

/** One thing that is wrong with the input: the field's path, as in `body.password`, and a sentence. */
export const InputIssue = z.strictObject({ path: z.string(), message: z.string() })
export type InputIssue = z.infer<typeof InputIssue>

/** The form of every error reply. `retryAfterSeconds` comes with 429 and 503, `shortfall` and the like in `details`. */
export const ErrorReply = z.strictObject({
  isError: z.literal(true),
  statusCode: z.int(),
  code: ErrorCode,
  message: z.string(),
  issues: z.array(InputIssue).optional(),
  retryAfterSeconds: z.number().optional(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  requestId: z.string().optional(),
})
export type ErrorReply = z.infer<typeof ErrorReply>
