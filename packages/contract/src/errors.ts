import { z } from 'zod'

type ErrorDefinition = {
  /** The HTTP status of the reply. */
  status: number
  /** One English sentence for API clients; the interface translates by code. */
  message: string
  /** Whether operators should learn of it: our fault or a dependency's. */
  incident?: true
}

/** Why the service is unavailable: `reason` in the details of UNAVAILABLE. */
export const unavailableReasons = [
  'database-read-only',
  'database-disk-full',
  'database-too-many-connections',
  'database-stopping',
  'database-busy',
  'database-unreachable',
  'stopping',
] as const
export type UnavailableReason = (typeof unavailableReasons)[number]

/** Every error of the product. The specification's codes stay verbatim. */
export const errorDefinitions = {
  // The request
  INVALID_INPUT: { status: 400, message: 'Some of what was sent is not valid.' },
  CONTEXT_MISMATCH: {
    status: 400,
    message: 'The account or room named in the headers does not agree with the request.',
  },
  ACCOUNT_REQUIRED: { status: 400, message: 'The header Workspace-Id or Account-Id is missing.' },
  ROOM_REQUIRED: { status: 400, message: 'The header Room-Id is missing.' },
  NOT_FOUND: { status: 404, message: "Not found, or you don't have access." },
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
  DOWNTIME: { status: 503, message: 'Atrium is down for planned maintenance.' },
  STORAGE_UNAVAILABLE: {
    status: 503,
    message: "The file can't be stored: the storage is full or read-only.",
    incident: true,
  },

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
  ACCOUNT_SUSPENDED: {
    status: 403,
    message: 'This account is suspended. The administrator of this server can reinstate it.',
  },

  // Identity
  INVALID_CREDENTIALS: { status: 401, message: 'The email address or the password is incorrect.' },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    message: 'Please confirm your email address with the code that was sent to you.',
  },
  CODE_NOT_ACCEPTED: {
    status: 400,
    message: 'This code is incorrect or has expired. Request a new one.',
  },
  CODE_RECENTLY_SENT: {
    status: 429,
    message: 'A code was sent a moment ago. Please wait before asking for another.',
  },
  PASSWORD_TOO_WEAK: { status: 400, message: "This password doesn't meet the requirements." },
  PASSWORD_TOO_COMMON: {
    status: 400,
    message: 'This password is among the most used ones. Please choose another.',
  },
  SECOND_FACTOR_NEEDED: { status: 403, message: 'Enter a code from your authenticator app to continue.' },
  SECOND_FACTOR_NOT_ACCEPTED: { status: 400, message: 'This code is not right or was used already.' },
  SIGN_IN_EXPIRED: { status: 403, message: 'This sign-in took too long. Please start again.' },
  PROOF_NOT_ACCEPTED: { status: 403, message: 'The password or the code is incorrect.' },
  SIGN_IN_AGAIN: { status: 403, message: 'Please sign out and in again before changing this.' },
  PASSKEY_NOT_ACCEPTED: { status: 400, message: 'This passkey was not accepted.' },
  USER_SUSPENDED: {
    status: 403,
    message: 'This user account is suspended. Ask the administrator of this server.',
  },
  USER_DELETED: {
    status: 403,
    message: 'An administrator of this server deleted this user account. Ask them to restore it.',
  },
  USER_BEING_DELETED: {
    status: 403,
    message: 'This user account is scheduled for deletion. You can still undo that.',
  },
  SIGN_IN_METHOD_OFF: { status: 403, message: "This sign-in method isn't available here." },
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
    message: "Disposable email addresses aren't accepted. Please use another one.",
  },
  SIGN_UP_REFUSED: { status: 403, message: 'PreSignUp: sign-up is not open for this address.' },

  // Requests for credits
  CREDIT_REQUEST_OPEN: {
    status: 409,
    message: 'You have already asked for credits. Wait until the request is decided.',
  },
  CREDIT_REQUEST_DECIDED: { status: 409, message: 'This request has been decided or withdrawn already.' },
  ACCOUNT_OUT_OF_CREDITS: {
    status: 409,
    message: 'The account has fewer credits left. A system administrator can grant more.',
  },

  // Plans and payments
  PAYMENTS_OFF: { status: 409, message: 'Plans and credits are not for sale here.' },
  PAYMENT_REQUIRED: { status: 409, message: 'This plan takes effect with its payment.' },
  BILLING_DETAILS_REQUIRED: { status: 409, message: 'Enter the billing details of the account first.' },
  PRICE_CHANGED: { status: 409, message: 'The price has changed. Look at it again before you pay.' },
  PLAN_NOT_FOR_SALE: { status: 409, message: 'This plan cannot be bought now.' },
  PAYMENT_PROVIDER_UNAVAILABLE: {
    status: 502,
    message:
      'The payment provider does not answer at the moment. Nothing was charged. Please try again shortly.',
    incident: true,
  },
  PAYMENT_EVENT_REFUSED: { status: 400, message: 'This event has no valid signature.' },

  // Accounts, rooms, files
  ACCOUNT_LIMIT_REACHED: { status: 409, message: 'You already own as many accounts as one person can.' },
  LAST_OWNER: {
    status: 409,
    message: 'An account always has an owner. Hand it over to someone else first.',
  },
  PERSON_OWNS_SHARED_ACCOUNT: {
    status: 409,
    message:
      'Somebody else belongs to an account that this person owns. Have it handed over, or delete it under Accounts, first.',
  },
  OWNS_SHARED_ACCOUNT: {
    status: 409,
    message: 'Somebody else belongs to an account that you own. Hand it over or delete it first.',
  },
  NAME_LOOKS_LIKE_MEMBER: {
    status: 409,
    message: 'Your name looks like that of a member of this account. Change it in your profile, then join.',
  },
  ALREADY_A_MEMBER: { status: 409, message: 'This person is a member of the account already.' },
  ALREADY_INVITED: { status: 409, message: 'This address is invited already.' },
  TOO_MANY_INVITES: { status: 409, message: 'There are too many open invitations. Withdraw some first.' },
  INVITE_NOT_VALID: {
    status: 404,
    message: 'This invitation is not valid or no longer valid. Ask for a new one.',
  },
  INVITE_SIGN_IN_FIRST: {
    status: 409,
    message: 'There is a sign-in for this address already. Sign in to accept the invitation.',
  },
  INVITE_FOR_ANOTHER_ADDRESS: {
    status: 403,
    message: 'This invitation was sent to another email address. Sign in with that one.',
  },
  ROOM_LIMIT_REACHED: {
    status: 409,
    message: 'You have created as many rooms as a member can. Delete one first, or ask an admin.',
  },
  ROOM_NAME_TAKEN: { status: 409, message: 'Room name already exists' },
  PUBLIC_ROOM_MEMBER: {
    status: 403,
    message: 'Public Room members are not allowed to perform this action',
  },
  ROOM_OWNER_STAYS: {
    status: 409,
    message: 'A room always has an owner. Make someone else an admin of the room first.',
  },
  FILE_NOT_SUPPORTED: { status: 415, message: "The file you uploaded isn't supported." },
  FILE_EMPTY: { status: 422, message: 'The file is empty. Choose one that has content.' },
  FILE_TOO_LARGE: { status: 413, message: 'The file is larger than allowed.' },
  UPLOAD_REFUSED: { status: 403, message: 'This upload form is not valid or no longer valid.' },
  FILES_TOO_LARGE_TOGETHER: { status: 413, message: 'The combined file size is larger than allowed.' },
  TOO_MANY_FILES: { status: 409, message: 'File limit reached. Delete one to add another.' },
  FILE_NAME_TAKEN: { status: 409, message: 'There is a file of this name already.' },
  FILES_NOT_USABLE: {
    status: 422,
    message: 'Some of the files are not there, are not yours, or are in use already.',
  },
  NOT_SHARED_WITH_ROOM: {
    status: 409,
    message: 'Share it with the room of the knowledge base first.',
  },
  SOURCE_ALREADY_ADDED: { status: 409, message: 'This is in the knowledge base already.' },
  TOO_MANY_SOURCES: { status: 409, message: 'The knowledge base has as many sources as it can have.' },
  RAG_NOT_ALLOWED: { status: 403, message: 'Knowledge bases are not part of the plan of this account.' },
  REPORTS_NOT_ALLOWED: { status: 403, message: 'Reports are not part of the plan of this account.' },
  KNOWLEDGE_BASE_NAME_TAKEN: { status: 409, message: 'There is a knowledge base of this name already.' },
  TOO_MANY_GOLDEN_QUESTIONS: {
    status: 409,
    message: 'Golden question limit reached. Delete one to add another.',
  },
  FILE_LINK_REFUSED: { status: 403, message: 'This link is not valid or no longer valid.' },

  // History
  LABEL_NAME_TAKEN: { status: 409, message: 'There is a label of this name already.' },
  TOO_MANY_LABELS: { status: 409, message: 'Label limit reached. Remove one to add another.' },

  // Question Library
  TOO_MANY_PROMPTS: { status: 409, message: 'Template limit reached. Delete one to add another.' },

  // Canvases
  TOO_MANY_COMMENTS: {
    status: 409,
    message: 'This canvas has as many comments as it can have.',
  },
  TOO_MANY_CANVAS_VERSIONS: {
    status: 409,
    message: 'Limit of named versions reached. Remove a name to add another.',
  },
  TOO_MANY_CANVASES: { status: 409, message: 'Canvas limit reached. Delete one to add another.' },

  // The system
  TOO_MANY_PROVIDERS: {
    status: 409,
    message: 'Provider limit reached. Remove one to add another.',
  },

  TOO_MANY_TOOL_SERVERS: {
    status: 409,
    message: 'Tool server limit reached. Remove one to add another.',
  },

  SETUP_LINK_NOT_VALID: {
    status: 404,
    message: 'This setup link is not valid, or somebody has used it already.',
  },
  LAST_SYSTEM_ADMIN: {
    status: 409,
    message: 'There is always a system administrator. Make somebody else one first.',
  },
  SET_BY_ENVIRONMENT: {
    status: 409,
    message: 'The environment of the server sets this, so it cannot be changed here.',
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
  PICTURES_NOT_SEEN: { status: 409, message: "This model can't read images." },
  TOO_MANY_ANSWERS: {
    status: 429,
    message: 'Too many answers are being written for you at once. Wait for one to end.',
  },
  ANSWER_RUNNING: { status: 409, message: 'Another question of this chat is being answered first.' },
  QUEUE_FULL: { status: 409, message: 'Too many questions are queued in this chat.' },

  // Failed answers
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
  JOB_NO_FILES: { status: 409, message: 'This room has no files with readable text.' },
  JOB_FILE_GONE: {
    status: 404,
    message: 'The file of this job was deleted, or you no longer have access to it.',
  },
  JOB_DOCUMENT_UNREADABLE: { status: 422, message: 'No text can be read in this file.' },
  JOB_DOCUMENT_TOO_LARGE: { status: 413, message: 'This document is too long for one job.' },
  JOB_TABLE_UNREADABLE: { status: 422, message: 'No table with rows can be read in this file.' },
  JOB_TABLE_TOO_LARGE: {
    status: 413,
    message: 'These rows hold too much text for one job. Choose fewer rows.',
  },
  JOB_STEP_FAILED: { status: 500, message: 'A step of this job failed several times, so the job was ended.' },
  JOB_TOOK_TOO_LONG: { status: 504, message: 'This job reached its time limit.' },
  JOB_ACCESS_LOST: {
    status: 403,
    message: 'You no longer have access to this room or model, so the job was ended.',
  },
  SCHEDULED_JOB_WAITS: {
    status: 402,
    message: 'This job reached its budget or ran out of credits, and waits for your answer in its chat.',
  },
  TOO_MANY_SCHEDULES: { status: 409, message: 'You have too many schedules. Delete one to add another.' },
  SCHEDULE_NEVER_RUNS: { status: 400, message: 'This schedule ends before its first run.' },
  TOO_MANY_JOBS: { status: 429, message: 'You have too many unfinished jobs. Wait for one, or cancel one.' },
  ANSWER_TOO_LONG: { status: 504, message: 'The answer reached its limit of time or length.' },
  ANSWER_INTERRUPTED: {
    status: 503,
    message: 'The answer was interrupted. The partial answer has been saved.',
  },
} as const satisfies Record<string, ErrorDefinition>

export type ErrorCode = keyof typeof errorDefinitions
export const errorCodes = Object.keys(errorDefinitions) as [ErrorCode, ...ErrorCode[]]
export const ErrorCode = z.enum(errorCodes)

export const definitionOf = (code: ErrorCode): ErrorDefinition => errorDefinitions[code]

/** One mistake in the input: the field's path, as in `body.password`, and a sentence. */
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
