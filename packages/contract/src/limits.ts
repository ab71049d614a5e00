/** Business constants of the specification (section 9) and the product's own limits, each with its unit. */
export const limits = {
  historyPageSize: 20,
  recentChats: 10,
  listPageSizeMost: 100,
  auditPageSize: 25,
  /** Rows of a usage report. */
  usagePageSize: 25,
  /** A chart asks for a year of days at once. */
  maxUsagePageSize: 400,
  memberPageSize: 20,
  systemPageSize: 20,
  maxGrantCredits: 1_000_000_000,
  grantReasonCharacters: 200,
  memberSearchCharacters: 100,
  maxInviteLines: 1000,
  inviteLifeDays: 14,
  /** How long an invitation that ended with its sender's role is listed. */
  endedInviteDays: 30,
  inviteLinkLifeDaysMost: 90,
  inviteLinkUsesMost: 10_000,
  maxInviteLinks: 50,
  maxInvitesPending: 10_000,
  creditRequestCharacters: 500,
  creditRequestsPerDay: 5,
  creditsPerGrantMax: 100_000,
  /** Credits that a member may get each month beside the plan's share. */
  monthlyExtraCreditsMax: 1_000_000,
  mailsPerHourToOneAddress: 5,
  accountUndoDays: 7,
  /** Days in which a system administrator can restore an account or a person that they deleted. */
  systemUndoDays: 30,
  chatRetentionDaysMost: 3650,
  refreshThrottleMs: 1000,
  memberSearchDebounceMs: 300,
  memberSearchFinds: 20,
  roomNameCharacters: 120,
  /** Undeleted rooms created by a plain member; admins may create any number. */
  maxRoomsPerMember: 20,
  roomDescriptionCharacters: 2000,
  roomInstructionsCharacters: 8000,
  roomModifierCharacters: 200,
  roomMemberPageSize: 10,
  roomMembersAddedAtOnce: 100,
  roomUndoDays: 30,
  memberSearchMinimumCharacters: 3,
  maxToasts: 5,
  toastMs: 5000,
  modelDescriptionCharacters: 100,
  maxAutoModels: 200,
  maxFavouriteModels: 200,
  chatMetaStaleMs: 60 * 60 * 1000,
  accountNameCharacters: 80,
  personNameCharacters: 60,
  chatTitleCharacters: 120,
  searchCharacters: 200,
  searchPageSize: 20,
  labelCharacters: 60,
  maxLabels: 500,
  chatsChangedAtOnce: 100,
  /** Imported chats per request, and per person and day. */
  chatsImportedAtOnce: 20,
  chatsImportedPerDay: 50_000,
  maxImportedTurns: 5_000,
  maxImportedLabels: 50,
  importedAnswerCharacters: 1_000_000,
  importBodyBytes: 4 * 1024 * 1024,
  /** After its last question, unless left before. */
  temporaryChatHours: 24,
  questionCharacters: 200_000,
  /** Knowledge bases of one question, and of one canvas. */
  maxBasesAsked: 20,
  /** Canvases of one question, and of the conversation that a model is given. */
  maxCanvasesAsked: 3,
  basePageSize: 50,
  baseNameCharacters: 120,
  baseDescriptionCharacters: 2000,
  /** Texts, pages and sitemaps of one base, including the sitemaps' pages. */
  maxSources: 1000,
  sitemapPagesMost: 500,
  sourceTextCharacters: 200_000,
  sourceTitleCharacters: 200,
  sourceUrlCharacters: 2000,
  sourcePageSize: 20,
  filesAtOnceMost: 100,
  /** Per question (specification, section 9). */
  maxWebSearches: 3,
  webQueryCharacters: 400,
  /** Queries over spreadsheets per question. */
  maxTableQueries: 20,
  tableQueryCharacters: 8_000,
  tableTitleCharacters: 120,
  /** Rows of a result that an answer keeps; all rows can be exported. */
  maxTableRows: 200,
  /** Characters of those rows. */
  maxTableCharacters: 64_000,
  /** Calls of tools of connected servers per question. */
  maxToolCalls: 10,
  /** Of the arguments of a call, as JSON. */
  toolInputCharacters: 20_000,
  /** Of a result that an answer keeps. */
  toolResultCharacters: 16_000,
  /** How long a call of a tool waits for consent. */
  toolConsentMinutes: 15,
  /** Per account. */
  maxToolServers: 20,
  maxToolsPerServer: 200,
  /** Tools that a room allows; a question offers at most these to a model. */
  maxToolsPerRoom: 40,
  toolNameCharacters: 128,
  toolDescriptionCharacters: 4_000,
  /** Of a tool's input schema, as JSON. */
  toolSchemaCharacters: 16_000,
  /** Of a listed source, in UTF-16 units. */
  excerptCharacters: 300,
  /** Passages per request when opening a file. */
  passagesAtOnce: 40,
  /** Maximum matches in a file. */
  maxPassagesFound: 200,
  maxGoldenQuestions: 100,
  goldenQuestionCharacters: 2000,
  maxExpectedFiles: 10,
  /** A passage beyond this rank does not count as found by golden questions. */
  checkedPassages: 20,
  /** Of a test search: three bytes of UTF-8 are nine characters of a URL. */
  triedSearchCharacters: 1000,
  triedPassages: 20,
  triedPassagesMost: 100,
  /** Stored runs per room; the oldest is deleted. */
  checkRunsKept: 50,
  /** Period of the insights. */
  insightDays: 90,
  /** Per list of insights. */
  insightsListed: 50,
  filesToExpectListed: 200,
  /** Turns loaded when opening a chat, and each further time. */
  turnsAtOnce: 30,
  turnsAtOnceMost: 100,
  summaryCharacters: 20_000,
  /** Of a question to improve or a text to rework. */
  shapingCharacters: 20_000,
  shapingCallsPerMinute: 20,
  shapingCallsAtOnce: 3,
  maxFollowups: 3,
  followupCharacters: 300,
  /** Of the search after an @; less where there is little space. */
  mentionSearchCharacters: 75,
  mentionSearchCharactersCompact: 50,
  /** Of a mention in a question, including its @: a file's name is the longest. */
  mentionedNameCharacters: 256,
  maxMentions: 50,
  mentionsListed: 20,
  promptPageSize: 20,
  /** Templates that a name or words find in the composer. */
  promptHits: 8,
  /** Of the text that templates are suggested for: the end of a longer one. */
  promptSuggestionCharacters: 400,
  /** Below this length nothing is suggested while typing. */
  minPromptSuggestionCharacters: 8,
  maxPromptsWhileTyping: 3,
  promptsForEmptyChat: 6,
  promptTitleCharacters: 120,
  promptCharacters: 20_000,
  promptDescriptionCharacters: 500,
  promptTagCharacters: 40,
  promptCollectionCharacters: 60,
  promptValueCharacters: 20_000,
  maxPromptTags: 20,
  maxPromptVariables: 50,
  /** Of one owner in one account. */
  maxPromptsPerPerson: 5_000,
  /** Versions kept per template; the oldest is deleted. */
  promptVersionsKept: 50,
  promptUndoDays: 30,
  /** How often browsers ask for the status of active agent jobs, in milliseconds. */
  invocationPollMs: 10_000,
  maxInvocationsAsked: 100,
  /** Unfinished agent jobs per person. */
  maxActiveJobs: 10,
  jobBudgetCredits: 50,
  maxJobBudgetCredits: 10_000,
  /** Questions of a research plan. */
  maxJobQuestions: 8,
  jobQuestionCharacters: 300,
  /** Files that one agent job summarizes, the first by name; of each, as many tokens are read. */
  maxSummarisedFiles: 200,
  summarisedFileTokens: 6_000,
  /** Characters of a document that one agent job translates. */
  translatedCharacters: 200_000,
  /** Spreadsheets of one data analysis. */
  maxAnalysisFiles: 8,
  /** Rows that one agent job asks a question for; of the table, as many columns are used. */
  maxTableRunRows: 500,
  maxTableRunColumns: 100,
  maxTableRunAtOnce: 5,
  /** Characters of a cell, and of all cells that one job reads. */
  tableRunCellCharacters: 4_000,
  tableRunCharacters: 1_000_000,
  /** Tables of one file that are offered. */
  maxTablesShown: 20,
  /** Rows that the answer shows as a table; the file to download has all. */
  tableRunRowsShown: 100,
  /** Schedules of one person in an account, ended ones included. */
  maxSchedules: 50,
  maxScheduleRuns: 10_000,
  scheduleTitleCharacters: 120,
  /** Failed runs in a row after which a schedule pauses. */
  maxScheduleFailures: 3,
  canvasPageSize: 20,
  canvasTitleCharacters: 120,
  /** Of the text that a new canvas begins with. */
  canvasMarkdownCharacters: 200_000,
  /** Of a Word document that becomes a canvas. */
  canvasFileBytes: 8_000_000,
  /** Word documents read per person. */
  maxCanvasImportsPerMinute: 10,
  /** Of one owner in one account. */
  maxCanvasesPerPerson: 5_000,
  /** Of a canvas' document as stored. */
  maxCanvasBytes: 8_000_000,
  /** Of one message on the collaboration socket. */
  canvasMessageBytes: 2_000_000,
  /** Canvases that one person may have open at once, on all devices. */
  maxCanvasConnectionsPerPerson: 40,
  canvasUndoDays: 30,
  /** Of an instruction to a model, or a question, about a passage. */
  canvasInstructionCharacters: 2_000,
  commentCharacters: 4_000,
  /** Of the words that a comment is about. */
  commentQuoteCharacters: 500,
  maxCommentsPerCanvas: 2_000,
  /** Of one canvas. Named versions are kept until somebody deletes them. */
  maxNamedCanvasVersions: 100,
  /** Of all versions of one canvas; the oldest automatic ones are deleted first. */
  maxCanvasVersionBytes: 64_000_000,
  /** Of one import of templates. */
  maxImportedPrompts: 500,
  promptImportBytes: 4 * 1024 * 1024,
  maxAttachments: 10,
  /** Of a picture; some vendors accept 5 MB of base64. */
  attachmentBytes: 3_750_000,
  /** Pending upload forms of attachments per person. */
  maxAttachmentsPending: 50,
  /** Stored attachments per person and account. */
  maxStoredAttachments: 5_000,
  maxStoredAttachmentBytes: 5 * 1024 ** 3,
  /** Pending upload forms per person, in all rooms. */
  maxPendingUploadsPerPerson: 500,
  maxPendingLogosPerPerson: 50,
  /** Per person. */
  maxForksPerMinute: 20,
  maxImportsPerMinute: 60,
  maxLinksMadePerMinute: 20,
  /** Open links of one chat. */
  maxLinksPerChat: 50,
  /** Links with the newest turns of a longer branch. */
  maxLinkedTurns: 500,
  maxLinkDays: 365,
  usualLinkDays: 30,
  /** Requests for links that aren't there, from one person or network address. */
  maxLinkGuessesPerMinute: 30,
  maxEstimatesPerMinute: 300,
  /** Of tabs that enter or leave chats. */
  maxPresencePerMinute: 240,
  /** One every three seconds, and as many ends. */
  maxTypingPerMinute: 40,
  /** Per question. */
  maxPictures: 10,
  /** Of a room's pictures in a page. */
  pictureListSize: 24,
  /** Of a picture's alt text. */
  pictureDescriptionCharacters: 500,
  /** Of a generated picture. */
  madePictureBytes: 20_000_000,
  logoSizeBytes: 2 * 1024 * 1024,
  fileNameCharacters: 255,
  maxContextFiles: 100,
  contextFilePageSize: 10,
  uploadFormSeconds: 300,
  fileLinkSeconds: 300,
  /** Pending upload forms per room. */
  maxUploadsPending: 500,
  passwordCharactersLeast: 8,
  passwordCharactersMost: 256,
  codeDigits: 6,
  /** Of a code for an address with too many code requests: can't be guessed. */
  longCodeDigits: 12,
  /** 6-digit codes per address in 24 hours, over all browsers new to the person. */
  shortCodesPerDay: 10,
  /** 6-digit reset codes per network in 24 hours. */
  shortResetCodesPerNetworkAndDay: 100,
  codeLifeSeconds: 600,
  codeTries: 5,
  codeResendSeconds: 60,
  codesPerHour: 5,
  /** Mailed codes per address, over all browsers and networks. */
  codeMailsPerHour: 40,
  /** How long a sign-up waits for its code. */
  signUpWaitsSeconds: 7 * 24 * 60 * 60,
  openIdSignInSeconds: 600,
  accessTokenSeconds: 15 * 60,
  signInTicketSeconds: 600,
  secondFactorTries: 5,
  recoveryCodes: 10,
  maxPasskeys: 20,
  passkeyNameCharacters: 60,
  passkeyChallengeSeconds: 300,
  freshSignInSeconds: 600,
  userUndoDays: 7,
  exportDays: 7,
  exportLinkSeconds: 300,
  maxAccountsOwned: 20,
  maxProvidersAdded: 50,
  maxModelsPerProvider: 200,
  runningAnswersPerUser: 20,
  /** Models that answer one question side by side. */
  minComparedModels: 2,
  maxComparedModels: 4,
  /** Waiting questions in a shared chat. */
  maxQueuedQuestions: 50,
  maxQueuedQuestionsPerPerson: 10,
  chatUndoDays: 30,
  configPollMs: 600_000,
} as const
