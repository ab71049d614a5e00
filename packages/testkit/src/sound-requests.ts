import {
  type AccountId,
  type BaseId,
  type CanvasId,
  type ChatId,
  type EndpointName,
  type ErrorCode,
  type FileId,
  mintId,
  type PromptId,
  type RoomId,
  type TurnId,
} from '@atrium/contract'
import type { Principal } from './two-accounts.ts'

/** The things that requests name: all of one account, or all of none. */
export type Things = {
  accountId: AccountId
  roomId: RoomId
  fileId: FileId
  baseId: BaseId
  /** A base that serves every room of the account. */
  accountBaseId: BaseId
  chatId: ChatId
  turnId: TurnId
  /** A template that the room's owner shares with it. */
  promptId: PromptId
  /** A canvas that the room's owner shares with it, to edit. */
  canvasId: CanvasId
}

export type RequestParts = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  /** A value that is sent as JSON, or a form. */
  body?: unknown
  headers?: Record<string, string>
}

export type SoundRequest = {
  /** Distinguishes several requests of one endpoint. */
  about?: string
  /**
   * The parts of a valid request. `things` are its objects, `own` those of the account in which it is sent: so a request can address a
   * child below another parent.
   */
  make(things: Things, own: Things): RequestParts
  /** The thing whose policy decides, when it is not the noun of the endpoint's policy. */
  thing?: 'account' | 'room' | 'chat'
  /**
   * Requests use or edit of an object of the whole account, not of a room: this replaces the endpoint's policy. With `account` as its
   * object, the request names only the account.
   */
  ofAccount?: 'use' | 'edit'
  /** The error for authorized callers, if the request does not succeed. */
  comesTo?: ErrorCode | ((principal: Principal) => ErrorCode | 'ok')
  /** Whether of the account's admins only its owner may. */
  onlyOwner?: boolean
  /** The error for things that are not there or not for the caller, when it is not NOT_FOUND. */
  whenMissing?: ErrorCode
}

const golden = ({ fileId }: Things) => ({
  question: 'Which is older, tea or coffee?',
  expected: [{ fileId }],
})

const password = 'Correct-Horse-7-Battery'
const unknownEmail = () => `${mintId('user').slice(-12)}@example.com`
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const clientDataJSON = Buffer.from('{"type":"webauthn.get"}').toString('base64url')
const passkeyResponse = {
  ...credential,
  response: { clientDataJSON, authenticatorData: 'AAAA', signature: 'AAAA' },
}
const newPasskeyResponse = { ...credential, response: { clientDataJSON, attestationObject: 'AAAA' } }
/** Belongs to nobody: endpoints that require a proof refuse every caller, so no user is deleted on the way. */
const wrongProof = { password: 'Nobody-Has-This-9' }
const unknownTicket = 'n'.repeat(43)
const aWeek = { from: '2026-11-17', to: '2026-11-23', time_zone: 'Asia/Ho_Chi_Minh' }
const nothing = (): RequestParts => ({})
const ofChat = ({ chatId }: Things): RequestParts => ({ params: { chatId } })
const ofNoLabel = (): RequestParts => ({ params: { labelId: mintId('label') } })
const ofPrompt = ({ promptId }: Things): RequestParts => ({ params: { promptId } })
const ofCanvas = ({ canvasId }: Things): RequestParts => ({ params: { canvasId } })
const ofTurn = ({ turnId }: Things): RequestParts => ({ params: { turnId } })

const ofAccount = ({ accountId }: Things): RequestParts => ({ params: { id: accountId } })
const ofRoom = ({ roomId }: Things, { accountId }: Things): RequestParts => ({
  params: { accountId, roomId },
})
const inRoom = ({ roomId }: Things): RequestParts => ({ params: { roomId } })
const somebodyInRoom = ({ roomId }: Things): RequestParts => ({ params: { roomId, userId: mintId('user') } })
const ofBase = ({ baseId }: Things): RequestParts => ({ params: { baseId } })
const ofAccountBase = ({ accountBaseId }: Things): RequestParts => ({ params: { baseId: accountBaseId } })
const ofNoSource = ({ baseId }: Things): RequestParts => ({ params: { baseId, sourceId: mintId('source') } })
const isOwner = (roles: Principal['roles']) => Object.values(roles).includes('owner')

const question = (chatId: ChatId, more: object = {}) => ({
  chatId,
  turnId: mintId('turn'),
  parentTurnId: null,
  modelId: 'test-model',
  style: 'quick',
  ask: { kind: 'question', messageId: mintId('message'), text: 'Which is older, tea or coffee?' },
  ...more,
})

const estimate = (chatId: ChatId, more: object = {}) => ({
  chatId,
  parentTurnId: null,
  modelId: 'test-model',
  text: 'Which is older, tea or coffee?',
  ...more,
})

const broughtChat = () => ({
  sourceId: mintId('chat'),
  title: 'Tea',
  createdAt: '2025-03-01T10:00:00.000Z',
  isStarred: false,
  labels: [],
  currentTurn: 0,
  turns: [
    {
      parent: null,
      sameQuestionAs: null,
      question: 'Which is older, tea or coffee?',
      askedAt: '2025-03-01T10:00:00.000Z',
      modelName: 'gpt-4o',
      state: 'answered',
      reasoning: '',
      answer: 'Tea.',
      answeredAt: '2025-03-01T10:00:09.000Z',
      rating: null,
    },
  ],
})
const offeredModel = () => ({
  id: mintId('message'),
  model: 'test-model',
  displayName: 'Another model',
  description: 'What a provider offers.',
  category: 'Basic',
  contextLimit: 32_000,
  maxOutputTokens: 4_000,
  speed: 3,
  quality: 3,
  price: { input: 1, cachedInput: 0.1, output: 4 },
})
/** A provider that doesn't exist: nothing listens at this address. */
const provider = { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1' }
/** Nothing listens there either. */
const mailServer = {
  host: '127.0.0.1',
  port: 9,
  security: 'starttls',
  username: '',
  from: 'atrium@example.com',
}
/** System administrators name accounts that they are not in; this one doesn't exist, so that nothing changes. */
const ofNoAccount = (): RequestParts => ({ params: { id: mintId('account') } })
const ofNoProvider = { params: { providerId: mintId('provider') } }

/** A form with an invalid signature. */
function forgedForm(): FormData {
  const form = new FormData()
  form.set('key', 'logos/0123456789abcdef0123456789abcdef.png')
  form.set('policy', 'e30=')
  form.set('x-amz-signature', '00')
  form.set('file', new Blob(['\x89PNG']), 'logo.png')
  return form
}

/** At least one valid request for every endpoint: the basis of generated tests of the whole contract. */
export const soundRequests: Record<EndpointName, readonly SoundRequest[]> = {
  signUp: [
    { make: () => ({ body: { email: unknownEmail(), password, firstName: 'Kim', lastName: 'Example' } }) },
  ],
  verifyEmail: [
    { make: () => ({ body: { email: unknownEmail(), code: '123456' } }), comesTo: 'CODE_NOT_ACCEPTED' },
  ],
  resendCode: [{ make: () => ({ body: { email: unknownEmail() } }) }],
  signIn: [{ make: () => ({ body: { email: unknownEmail(), password } }), comesTo: 'INVALID_CREDENTIALS' }],
  forgotPassword: [{ make: () => ({ body: { email: unknownEmail() } }) }],
  setNewPassword: [
    {
      make: () => ({ body: { email: unknownEmail(), code: '123456', password } }),
      comesTo: 'CODE_NOT_ACCEPTED',
    },
  ],
  answerSecondFactor: [
    { make: () => ({ body: { ticket: unknownTicket, code: '123456' } }), comesTo: 'SIGN_IN_EXPIRED' },
  ],
  undoDeletion: [{ make: () => ({ body: { ticket: unknownTicket } }), comesTo: 'SIGN_IN_EXPIRED' }],
  beginSecondFactor: [{ make: () => ({ body: { proof: wrongProof } }), comesTo: 'PROOF_NOT_ACCEPTED' }],
  confirmSecondFactor: [
    { make: () => ({ body: { code: '123456' } }), comesTo: 'SECOND_FACTOR_NOT_ACCEPTED' },
  ],
  renewRecoveryCodes: [{ make: () => ({ body: {} }), comesTo: 'NOT_FOUND' }],
  endSecondFactor: [{ make: () => ({ body: {} }), comesTo: 'NOT_FOUND' }],
  beginPasskeySignIn: [{ make: nothing }],
  signInByPasskey: [
    { make: () => ({ body: { response: passkeyResponse } }), comesTo: 'PASSKEY_NOT_ACCEPTED' },
  ],
  getOwnSecurity: [{ make: nothing }],
  beginPasskey: [{ make: () => ({ body: { proof: wrongProof } }), comesTo: 'PROOF_NOT_ACCEPTED' }],
  addPasskey: [
    {
      make: () => ({ body: { name: 'Key', response: newPasskeyResponse } }),
      comesTo: 'PASSKEY_NOT_ACCEPTED',
    },
  ],
  renamePasskey: [
    {
      make: () => ({ params: { passkeyId: mintId('passkey') }, body: { name: 'Key' } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  removePasskey: [{ make: () => ({ params: { passkeyId: mintId('passkey') } }), comesTo: 'NOT_FOUND' }],
  changePassword: [
    { make: () => ({ body: { proof: wrongProof, password } }), comesTo: 'PROOF_NOT_ACCEPTED' },
  ],
  listOwnSessions: [{ make: nothing }],
  endOwnSession: [{ make: () => ({ params: { sessionId: mintId('session') } }), comesTo: 'NOT_FOUND' }],
  endOtherSessions: [{ make: nothing }],
  refreshToken: [{ make: nothing }],
  signOut: [{ make: () => ({ body: { everywhere: false } }) }],
  signInMethods: [{ make: nothing }],
  beginOpenIdSignIn: [{ make: () => ({ body: { provider: 'pool' } }), comesTo: 'SIGN_IN_METHOD_OFF' }],
  completeOpenIdSignIn: [
    {
      make: () => ({ body: { provider: 'google', state: 'a'.repeat(43), code: 'of-nobody' } }),
      comesTo: 'SIGN_IN_METHOD_OFF',
    },
  ],
  confirmOpenIdAddress: [
    { make: () => ({ body: { state: 'a'.repeat(43), code: '123456' } }), comesTo: 'OPENID_SIGN_IN_FAILED' },
  ],
  resendOpenIdCode: [{ make: () => ({ body: { state: 'a'.repeat(43) } }), comesTo: 'OPENID_SIGN_IN_FAILED' }],
  jsonWebKeySet: [{ make: nothing }],
  getSystemSettings: [{ make: nothing }],
  changeSystemSettings: [{ make: () => ({ body: { setup: { steps: { team: 'skipped' } } } }) }],
  testMail: [{ make: () => ({ body: mailServer }) }],
  testWebSearch: [{ make: () => ({ body: { kind: 'searxng' as const, baseUrl: 'http://127.0.0.1:9' } }) }],
  listSystemAccounts: [{ make: () => ({ query: { search: 'team' } }) }],
  listSystemPlans: [{ make: nothing }],
  getHealthReport: [{ make: nothing }],
  listPeople: [{ make: () => ({ query: { search: 'kim' } }) }],
  exportPeople: [{ make: nothing }],
  listPersonChanges: [{ make: nothing }],
  changeSystemAdmin: [
    {
      make: () => ({
        params: { userId: mintId('user') },
        body: { isSystemAdmin: true, proof: { password } },
      }),
      comesTo: 'NOT_FOUND',
    },
  ],
  endPersonSessions: [{ make: () => ({ params: { userId: mintId('user') } }), comesTo: 'NOT_FOUND' }],
  unlockPerson: [{ make: () => ({ params: { userId: mintId('user') } }), comesTo: 'NOT_FOUND' }],
  changeAccountPlan: [
    { make: () => ({ ...ofNoAccount(), body: { planName: 'Basic' } }), comesTo: 'NOT_FOUND' },
  ],
  listCreditGrants: [{ make: ofNoAccount, comesTo: 'NOT_FOUND' }],
  grantAccountCredits: [
    {
      make: () => ({
        ...ofNoAccount(),
        body: { id: mintId('grant'), credits: 5, frequency: 'once', reason: 'Welcome' },
      }),
      comesTo: 'NOT_FOUND',
    },
  ],
  endMonthlyGrant: [
    { make: () => ({ params: { id: mintId('account'), grantId: mintId('grant') } }), comesTo: 'NOT_FOUND' },
  ],
  timeModel: [{ make: () => ({ body: { ...provider, model: 'test-model' } }) }],
  getInstallationLogo: [
    { make: () => ({ params: { name: `${'0'.repeat(32)}.png` } }), comesTo: 'NOT_FOUND' },
  ],
  getNotices: [{ make: nothing }],
  changeNotices: [{ make: () => ({ body: { downtime: null } }) }],
  forceSignOut: [{ make: () => ({ body: { proof: wrongProof } }), comesTo: 'PROOF_NOT_ACCEPTED' }],
  clearForcedSignOut: [{ make: nothing }],
  uploadNoticePicture: [{ make: () => ({ body: { base64: 'AAAA' } }), comesTo: 'FILE_NOT_SUPPORTED' }],
  getNoticePicture: [{ make: () => ({ params: { name: `${'0'.repeat(32)}.png` } }), comesTo: 'NOT_FOUND' }],
  claimSetup: [{ make: () => ({ body: { token: 'n'.repeat(32) } }), comesTo: 'SETUP_LINK_NOT_VALID' }],

  getUserInfo: [{ make: nothing }],
  changeUser: [
    { about: 'name', make: () => ({ body: { firstName: 'Kim' } }) },
    {
      about: 'recent account',
      make: ({ accountId }) => ({ body: { recent_workspace: accountId } }),
      thing: 'account',
      whenMissing: 'NOT_A_MEMBER',
    },
  ],
  acceptTerms: [{ make: () => ({ body: { confirmedLegalAge: true } }) }],

  getPictureUploadForm: [
    { make: () => ({ params: { filename: 'me.png' }, query: { 'content-type': 'image/png' } }) },
  ],
  getPicture: [{ make: () => ({ params: { name: `${'0'.repeat(32)}.png` } }), comesTo: 'NOT_FOUND' }],
  getOwnExport: [{ make: nothing }],
  requestExport: [{ make: nothing }],
  getExportLink: [{ make: nothing, comesTo: 'NOT_FOUND' }],
  openExport: [{ make: () => ({ query: { token: 'a.b.1.AAAA' } }), comesTo: 'FILE_LINK_REFUSED' }],
  getDeletionPlan: [{ make: nothing }],
  requestDeletion: [{ make: () => ({ body: { proof: wrongProof } }), comesTo: 'PROOF_NOT_ACCEPTED' }],

  listAccounts: [{ make: nothing }],
  createAccount: [{ make: () => ({ body: { name: 'Another team' } }) }],
  changeAccount: [{ make: ({ accountId }) => ({ params: { id: accountId }, body: { name: 'A new name' } }) }],
  getLogoUploadForm: [
    {
      make: ({ accountId }) => ({
        params: { id: accountId, filename: 'logo.png' },
        query: { 'content-type': 'image/png' },
      }),
    },
  ],
  listMembers: [{ make: ofAccount }],
  changeMember: [
    {
      make: (things) => ({ ...ofAccount(things), body: { userId: mintId('user'), role: 'admin' } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  removeMember: [
    {
      make: (things) => ({ ...ofAccount(things), query: { userId: mintId('user') } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  leaveAccount: [{ make: ofAccount, comesTo: ({ roles }) => (isOwner(roles) ? 'LAST_OWNER' : 'ok') }],
  listAudit: [{ make: ofAccount }],
  exportAudit: [{ make: ofAccount }],
  getUsage: [{ make: () => ({ query: { ...aWeek, view: 'member' } }) }],
  exportUsage: [{ make: () => ({ query: { ...aWeek, view: 'room' } }) }],
  getUsageHistory: [{ make: () => ({ query: aWeek }) }],
  exportUsageHistory: [{ make: () => ({ query: aWeek }) }],
  getAccountSettings: [{ make: ofAccount }],
  changeAccountSettings: [{ make: (things) => ({ ...ofAccount(things), body: { chatRetentionDays: 365 } }) }],
  deleteAccount: [{ make: ofAccount, onlyOwner: true }],
  listDeletedAccounts: [{ make: nothing }],
  restoreAccount: [{ make: () => ({ body: { accountId: mintId('account') } }), comesTo: 'NOT_FOUND' }],
  listInvites: [{ make: nothing }],
  acceptInvite: [{ make: () => ({ body: { inviteId: mintId('invite') } }), comesTo: 'INVITE_NOT_VALID' }],
  declineInvite: [{ make: () => ({ query: { inviteId: mintId('invite') } }), comesTo: 'INVITE_NOT_VALID' }],
  requestCredits: [
    { make: (things) => ({ ...ofAccount(things), body: { reason: `For the report ${mintId('message')}` } }) },
  ],
  ownCreditRequest: [{ make: ofAccount }],
  listCreditRequests: [{ make: ofAccount }],
  decideCreditRequest: [
    {
      make: ({ accountId }) => ({
        params: { id: accountId, requestId: mintId('request') },
        body: { decision: 'approve', credits: 5 },
      }),
      comesTo: 'NOT_FOUND',
    },
    {
      make: ({ accountId }) => ({
        params: { id: accountId, requestId: mintId('request') },
        body: { decision: 'refuse', answer: 'Not this month.' },
      }),
      comesTo: 'NOT_FOUND',
    },
  ],
  listSystemCreditRequests: [{ make: () => ({}) }],
  decideSystemCreditRequest: [
    {
      make: () => ({
        params: { requestId: mintId('request') },
        body: { decision: 'approve', credits: 5 },
      }),
      comesTo: 'NOT_FOUND',
    },
    {
      make: () => ({
        params: { requestId: mintId('request') },
        body: { decision: 'refuse', answer: 'Not this month.' },
      }),
      comesTo: 'NOT_FOUND',
    },
  ],
  inviteMember: [{ make: (things) => ({ ...ofAccount(things), body: { email: unknownEmail() } }) }],
  inviteMany: [{ make: (things) => ({ ...ofAccount(things), body: { lines: [unknownEmail()] } }) }],
  resendInvite: [
    {
      make: (things) => ({ ...ofAccount(things), body: { inviteId: mintId('invite') } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  withdrawInvite: [
    {
      make: (things) => ({ ...ofAccount(things), query: { inviteId: mintId('invite') } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  createInviteLink: [{ make: () => ({ body: {} }) }],
  listInviteLinks: [{ make: nothing }],
  revokeInviteLink: [{ make: () => ({ params: { linkId: mintId('link') } }), comesTo: 'NOT_FOUND' }],
  listEndedInvites: [{ make: ofAccount }],
  dismissEndedInvite: [
    {
      make: (things) => ({ ...ofAccount(things), query: { inviteId: mintId('invite') } }),
      comesTo: 'NOT_FOUND',
    },
    {
      make: (things) => ({ ...ofAccount(things), query: { linkId: mintId('link') } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  showInvite: [{ make: () => ({ params: { token: 'A'.repeat(43) } }), comesTo: 'INVITE_NOT_VALID' }],
  signUpByInvite: [
    {
      make: () => ({
        body: {
          token: 'A'.repeat(43),
          password,
          firstName: 'Kim',
          lastName: 'Example',
          confirmedLegalAge: true,
        },
      }),
      comesTo: 'INVITE_NOT_VALID',
    },
  ],
  joinByInvite: [{ make: () => ({ params: { token: 'A'.repeat(43) } }), comesTo: 'INVITE_NOT_VALID' }],
  uploadFile: [{ make: () => ({ body: forgedForm() }), comesTo: 'UPLOAD_REFUSED' }],
  getLogo: [{ make: () => ({ params: { name: `${'0'.repeat(32)}.png` } }), comesTo: 'NOT_FOUND' }],

  listRooms: [{ make: ({ accountId }) => ({ params: { accountId } }) }],
  getRoom: [{ make: ({ roomId }, { accountId }) => ({ params: { accountId, roomId } }) }],
  createRoom: [
    {
      make: ({ accountId }) => ({
        params: { accountId },
        body: { name: `Room ${mintId('message')}`, access_type: 'PRIVATE' },
      }),
    },
  ],
  changeRoom: [{ make: (things, own) => ({ ...ofRoom(things, own), body: { description: 'New' } }) }],
  deleteRoom: [{ make: ofRoom }],
  listDeletedRooms: [{ make: ({ accountId }) => ({ params: { accountId } }) }],
  restoreRoom: [{ make: (things, own) => ({ ...ofRoom(things, own), body: {} }), comesTo: 'NOT_FOUND' }],
  getRoomLogoUploadForm: [
    {
      make: ({ roomId }, { accountId }) => ({
        params: { accountId, roomId, filename: 'logo.png' },
        query: { 'content-type': 'image/png' },
      }),
    },
  ],
  listRoomMembers: [{ make: inRoom }],
  addRoomMembers: [
    {
      make: (things) => ({ ...inRoom(things), body: [{ id: mintId('user'), membership_type: 'MEMBER' }] }),
      comesTo: 'NOT_FOUND',
    },
  ],
  makeRoomAdmin: [{ make: somebodyInRoom, comesTo: 'NOT_FOUND' }],
  removeRoomMember: [{ make: somebodyInRoom, comesTo: 'NOT_FOUND' }],
  leaveRoom: [
    { make: inRoom, comesTo: ({ editsRoomOf }) => (editsRoomOf.length ? 'ROOM_OWNER_STAYS' : 'ok') },
  ],
  getUploadForm: [
    {
      make: ({ roomId }) => ({
        headers: { 'room-id': roomId },
        query: { filename: `${mintId('message')}.txt`, 'content-type': 'text/plain', size: '12' },
      }),
    },
    {
      about: 'for a base',
      make: ({ roomId }) => ({
        headers: { 'room-id': roomId },
        query: { filename: 'tea.txt', size: '12', for: 'base' },
      }),
    },
    {
      about: 'for a base of the account',
      make: () => ({ query: { filename: 'tea.txt', size: '12', for: 'base' } }),
      thing: 'account',
      ofAccount: 'edit',
    },
  ],
  listContextFiles: [{ make: inRoom }],
  deleteContextFile: [
    { make: ({ roomId }) => ({ params: { roomId, fileId: mintId('file') } }), comesTo: 'NOT_FOUND' },
  ],
  getFileLink: [{ make: ({ fileId }) => ({ query: { file_id: fileId } }) }],
  openFile: [{ make: () => ({ query: { token: 'a.b.c.1.AAAA' } }), comesTo: 'FILE_LINK_REFUSED' }],
  listKnowledgeBases: [
    { make: nothing },
    { about: 'of a room', make: ({ roomId }) => ({ headers: { 'room-id': roomId } }), thing: 'room' },
  ],
  openKnowledgeBase: [{ make: ofBase }, { about: 'of the account', make: ofAccountBase, ofAccount: 'use' }],
  createKnowledgeBase: [
    {
      make: ({ roomId }) => ({
        headers: { 'room-id': roomId },
        body: { files: [], rag_name: `Base ${mintId('message')}`, description: '', ip_type: 'FILE_UPLOAD' },
      }),
    },
    {
      about: 'of the account',
      make: () => ({
        body: { files: [], rag_name: `Base ${mintId('message')}`, description: '', ip_type: 'FILE_UPLOAD' },
      }),
      thing: 'account',
      ofAccount: 'edit',
    },
  ],
  updateKnowledgeBase: [
    { make: (things) => ({ ...ofBase(things), body: { description: 'What is known of tea.' } }) },
    {
      about: 'of the account',
      make: (things) => ({ ...ofAccountBase(things), body: { description: 'What is known of tea.' } }),
      ofAccount: 'edit',
    },
  ],
  deleteKnowledgeBase: [
    { make: ofBase },
    {
      about: 'of the account',
      make: ofAccountBase,
      ofAccount: 'edit',
      // Its admin, who comes first, has deleted it.
      comesTo: ({ roles }) => (roles.A === 'owner' ? 'NOT_FOUND' : 'ok'),
    },
  ],
  listBaseFiles: [{ make: ofBase }, { about: 'of the account', make: ofAccountBase, ofAccount: 'use' }],
  addKnowledgeSource: [
    {
      about: 'a text',
      make: (things) => ({
        ...ofBase(things),
        body: { kind: 'text', title: `Tea ${mintId('message')}`, text: 'Tea is older.' },
      }),
    },
    {
      about: 'a text, to a base of the account',
      make: (things) => ({
        ...ofAccountBase(things),
        body: { kind: 'text', title: `Tea ${mintId('message')}`, text: 'Tea is older.' },
      }),
      ofAccount: 'edit',
    },
    {
      about: 'a page',
      make: (things) => ({
        ...ofBase(things),
        // There is no body, and none is requested.
        body: { kind: 'page', url: `http://192.0.2.1/${mintId('message')}` },
      }),
    },
  ],
  listKnowledgeSources: [
    { make: ofBase },
    { about: 'of the account', make: ofAccountBase, ofAccount: 'use' },
  ],
  openKnowledgeSource: [{ make: ofNoSource, comesTo: 'NOT_FOUND' }],
  changeKnowledgeSource: [
    { make: (things) => ({ ...ofNoSource(things), body: { refresh: 'daily' } }), comesTo: 'NOT_FOUND' },
  ],
  refreshKnowledgeSource: [{ make: ofNoSource, comesTo: 'NOT_FOUND' }],
  deleteKnowledgeSource: [{ make: ofNoSource, comesTo: 'NOT_FOUND' }],
  retryFile: [
    {
      make: ({ fileId }) => ({ params: { fileId } }),
      // It did not fail.
      comesTo: ({ editsRoomOf }) => (editsRoomOf.length ? 'CONFLICT' : 'FORBIDDEN'),
    },
  ],
  findInFile: [{ make: ({ fileId }) => ({ params: { fileId }, query: { words: 'tea' } }) }],
  openFileText: [{ make: ({ fileId }) => ({ params: { fileId } }) }],
  listGoldenQuestions: [{ make: inRoom }],
  createGoldenQuestion: [{ make: (things) => ({ ...inRoom(things), body: golden(things) }) }],
  changeGoldenQuestion: [
    {
      make: (things) => ({
        params: { roomId: things.roomId, questionId: mintId('golden') },
        body: golden(things),
      }),
      comesTo: 'NOT_FOUND',
    },
  ],
  deleteGoldenQuestion: [
    {
      make: ({ roomId }) => ({ params: { roomId, questionId: mintId('golden') } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  listFilesToExpect: [{ make: inRoom }],
  runChecks: [{ make: inRoom }],
  listCheckRuns: [{ make: inRoom }],
  readCheckRun: [
    { make: ({ roomId }) => ({ params: { roomId, runId: mintId('run') } }), comesTo: 'NOT_FOUND' },
  ],
  readKnowledgeInsights: [{ make: inRoom }],
  searchKnowledge: [
    { make: (things) => ({ ...inRoom(things), query: { query: 'tea' } }) },
    {
      about: 'in a base',
      make: (things) => ({ ...inRoom(things), query: { query: 'tea', baseIds: things.baseId } }),
    },
  ],
  getAttachmentForm: [{ make: () => ({ query: { filename: 'tea.webp', 'content-type': 'image/webp' } }) }],
  openDocument: [{ make: () => ({ query: { token: 'a.b.c.1.AAAA' } }), comesTo: 'FILE_LINK_REFUSED' }],
  getAttachmentState: [{ make: () => ({ params: { fileId: mintId('file') } }), comesTo: 'NOT_FOUND' }],
  openAttachment: [{ make: () => ({ params: { fileId: mintId('file') } }), comesTo: 'NOT_FOUND' }],
  searchPeople: [
    { make: ({ accountId }) => ({ params: { accountId }, query: { query: 'kim' } }) },
    {
      about: 'for a room',
      make: ({ roomId }, { accountId }) => ({
        params: { accountId },
        query: { query: 'kim', room_id: roomId },
      }),
      thing: 'room',
    },
  ],
  listProviders: [{ make: nothing }],
  addProvider: [
    { make: () => ({ body: { ...provider, displayName: 'Another provider', models: [offeredModel()] } }) },
  ],
  changeProvider: [
    {
      make: () => ({ ...ofNoProvider, body: { revision: 1, isEnabled: false, models: [offeredModel()] } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  removeProvider: [{ make: () => ofNoProvider, comesTo: 'NOT_FOUND' }],
  testProvider: [{ make: () => ({ body: provider }) }],
  listModels: [{ make: nothing }],
  setAutoOptions: [{ make: () => ({ body: { preference: 'balanced', modelIds: null } }) }],
  markFavourite: [{ make: () => ({ body: { modelId: 'test-model', isFavourite: true } }) }],

  askQuestion: [
    {
      about: 'in a chat',
      make: ({ chatId }) => ({ body: question(chatId) }),
      whenMissing: 'ROOM_REQUIRED',
    },
    {
      about: 'in a room',
      make: ({ roomId }) => ({ headers: { 'room-id': roomId }, body: question(mintId('chat')) }),
      thing: 'room',
    },
    {
      about: 'after a turn',
      make: ({ turnId }, { chatId, roomId }) => ({
        headers: { 'room-id': roomId },
        body: question(chatId, { parentTurnId: turnId }),
      }),
    },
    {
      about: 'again',
      make: ({ turnId }, { chatId, roomId }) => ({
        headers: { 'room-id': roomId },
        body: question(chatId, { ask: { kind: 'regenerate', turnId } }),
      }),
    },
  ],
  askQuestionInChat: [
    {
      make: ({ chatId }) => ({ body: question(chatId) }),
      whenMissing: 'ROOM_REQUIRED',
    },
  ],
  estimateQuestion: [
    {
      about: 'in a chat',
      make: ({ chatId }) => ({ body: estimate(chatId) }),
      whenMissing: 'ROOM_REQUIRED',
    },
    {
      about: 'in a room',
      make: ({ roomId }) => ({ headers: { 'room-id': roomId }, body: estimate(mintId('chat')) }),
      thing: 'room',
    },
    {
      about: 'after a turn',
      make: ({ turnId }, { chatId, roomId }) => ({
        headers: { 'room-id': roomId },
        body: estimate(chatId, { parentTurnId: turnId }),
      }),
    },
  ],
  readAnswer: [{ make: ofTurn }],
  stopAnswer: [{ make: ofTurn }],
  magicWrite: [
    {
      make: () => ({ body: { shapingId: mintId('shaping'), text: 'tea?', modelId: 'test-model' } }),
      // People without a room of the two accounts have no credits either.
      comesTo: ({ usesRoomOf }) => (usesRoomOf.length > 0 ? 'ok' : 'CREDITS_EXHAUSTED'),
    },
  ],
  customPrompt: [
    {
      make: ({ turnId }) => ({
        body: {
          shapingId: mintId('shaping'),
          turnId,
          action: 'shorten',
          text: 'Tea.',
          modelId: 'test-model',
        },
      }),
    },
  ],
  suggestFollowups: [{ make: ({ turnId }) => ({ body: { shapingId: mintId('shaping'), turnId } }) }],
  readNotices: [{ make: nothing }],

  listHistory: [{ make: nothing }],
  listRecentChats: [{ make: nothing }],
  listUnseenChats: [{ make: nothing }],
  searchChats: [{ make: () => ({ query: { query: 'tea' } }) }],
  listPrompts: [{ make: nothing }, { about: 'of Atrium', make: () => ({ query: { source: 'atrium' } }) }],
  listPromptTags: [{ make: nothing }],
  listCollections: [{ make: nothing }],
  findPrompts: [{ make: () => ({ query: { search: 'tea' } }) }],
  suggestPrompts: [
    { about: 'for an empty chat', make: () => ({ body: {} }) },
    { about: 'for a text', make: () => ({ body: { text: 'Which green tea?' } }) },
  ],
  openPrompt: [{ make: ofPrompt }],
  createPrompt: [
    { about: 'own', make: () => ({ body: { title: 'Tea', promptText: 'Which #{kind}# tea?' } }) },
    {
      about: 'of a room',
      make: ({ roomId }) => ({ body: { title: 'Tea', promptText: 'Which tea?', source: 'room', roomId } }),
      thing: 'room',
    },
  ],
  changePrompt: [{ make: (things) => ({ ...ofPrompt(things), body: { title: 'Coffee' } }) }],
  deletePrompt: [{ make: ofPrompt }],
  restorePrompt: [{ make: ofPrompt }],
  starPrompt: [{ make: (things) => ({ ...ofPrompt(things), body: { starred: true } }) }],
  usePrompt: [{ make: (things) => ({ ...ofPrompt(things), body: { values: { kind: 'green' } } }) }],
  listPromptVersions: [{ make: ofPrompt }],
  restorePromptVersion: [
    { make: ({ promptId }) => ({ params: { promptId, version: '1' }, body: undefined }) },
  ],
  listCanvases: [{ make: nothing }],
  createCanvas: [
    { make: ({ roomId }) => ({ body: { title: 'Tea', roomId, markdown: '# Tea' } }), thing: 'room' },
  ],
  openCanvas: [{ make: ofCanvas }],
  changeCanvas: [{ make: (things) => ({ ...ofCanvas(things), body: { title: 'Coffee' } }) }],
  shareCanvas: [{ make: ({ canvasId }) => ({ body: { canvasId, share: 'edit' } }) }],
  duplicateCanvas: [{ make: (things) => ({ ...ofCanvas(things), body: {} }) }],
  deleteCanvas: [{ make: ofCanvas }],
  restoreCanvas: [{ make: ofCanvas }],
  listCanvasUsers: [{ make: ofCanvas }],
  listLabels: [{ make: nothing }],
  createLabel: [{ make: () => ({ body: { name: `Label ${mintId('message')}` } }) }],
  renameLabel: [{ make: () => ({ ...ofNoLabel(), body: { name: 'Tea' } }), comesTo: 'NOT_FOUND' }],
  mergeLabels: [
    { make: () => ({ ...ofNoLabel(), body: { intoLabelId: mintId('label') } }), comesTo: 'NOT_FOUND' },
  ],
  deleteLabel: [{ make: ofNoLabel, comesTo: 'NOT_FOUND' }],
  listLabelsOfChat: [{ make: ofChat }],
  changeChats: [
    {
      about: 'star',
      make: ({ chatId }) => ({ body: { action: 'star', chatIds: [chatId], isStarred: true } }),
    },
    {
      about: 'label',
      make: ({ chatId }) => ({ body: { action: 'label', chatIds: [chatId], add: [], remove: [] } }),
    },
    {
      about: 'move',
      make: ({ chatId }, { roomId }) => ({ body: { action: 'move', chatIds: [chatId], roomId } }),
    },
    { about: 'delete', make: ({ chatId }) => ({ body: { action: 'delete', chatIds: [chatId] } }) },
    { about: 'restore', make: ({ chatId }) => ({ body: { action: 'restore', chatIds: [chatId] } }) },
  ],
  markChatSeen: [{ make: ofChat }],
  listMentions: [{ make: nothing }],
  markMentionsSeen: [{ make: () => ({ body: { mentionIds: [mintId('mention')] } }) }],
  getChat: [{ make: ofChat }],
  openChat: [{ make: (things) => ({ ...ofChat(things), query: {} }) }],
  listTurns: [
    { about: 'of a chat', make: ({ chatId, turnId }) => ({ params: { chatId }, query: { last: turnId } }) },
    {
      about: 'a turn of another chat',
      make: ({ turnId }, { chatId }) => ({ params: { chatId }, query: { last: turnId } }),
    },
  ],
  getChatCosts: [{ make: ofChat }],
  openChatPicture: [
    { make: ({ chatId }) => ({ params: { chatId, fileId: mintId('file') } }), comesTo: 'NOT_FOUND' },
  ],
  changeChat: [
    { about: 'title', make: (things) => ({ ...ofChat(things), body: { chatTitle: 'Tea' } }) },
    {
      about: 'branch',
      make: ({ turnId }, own) => ({ ...ofChat(own), body: { currentTurnId: turnId } }),
    },
  ],
  shareChat: [
    { make: (things) => ({ ...ofChat(things), body: { share: 'open' as const } }) },
    { about: 'no more', make: (things) => ({ ...ofChat(things), body: { share: 'none' as const } }) },
  ],
  queueQuestion: [
    {
      make: ({ chatId, turnId }) => ({
        params: { chatId },
        body: {
          turnId: mintId('turn'),
          afterTurnId: turnId,
          modelId: 'test-model',
          ask: { kind: 'question', messageId: mintId('message'), text: 'And which is stronger?' },
        },
      }),
      comesTo: 'CONFLICT',
    },
  ],
  sendQueuedQuestion: [
    { make: (things) => ({ params: { ...ofChat(things).params, turnId: mintId('turn') } }) },
  ],
  removeQueuedQuestion: [
    { make: (things) => ({ params: { ...ofChat(things).params, turnId: mintId('turn') } }) },
  ],
  listReturnedQuestions: [{ make: nothing }],
  deleteChat: [{ make: ofChat }],
  leaveTemporaryChat: [{ make: ofChat, comesTo: 'NOT_FOUND' }],
  importChats: [{ make: ({ roomId }) => ({ body: { roomId, source: 'chatgpt', chats: [broughtChat()] } }) }],
  restoreChat: [{ make: ofChat }],
  summariseChat: [
    {
      about: 'of a chat',
      make: ({ chatId, turnId }) => ({
        params: { chatId },
        body: { lastTurnId: turnId, modelId: 'test-model' },
      }),
    },
    {
      about: 'to a turn of another chat',
      make: ({ turnId }, { chatId }) => ({
        params: { chatId },
        body: { lastTurnId: turnId, modelId: 'test-model' },
      }),
    },
  ],
  // What summariseChat has made.
  changeSummary: [
    {
      make: ({ chatId, turnId }) => ({ params: { chatId, turnId }, body: { text: 'Tea was first.' } }),
    },
  ],
  forkChat: [
    { about: 'of a chat', make: fork },
    {
      about: 'at a turn of another chat',
      make: (things, own) => fork({ ...own, turnId: things.turnId }),
    },
  ],
  rateAnswer: [
    { about: 'of a chat', make: rating },
    {
      about: 'of a turn of another chat',
      make: (things, own) => rating({ ...own, turnId: things.turnId }),
    },
  ],

  getAppConfig: [{ make: nothing }],
  getHealth: [{ make: nothing }],
  getReadiness: [{ make: nothing }],
  getOpenApi: [{ make: nothing }],
}

function fork({ chatId, turnId }: Things): RequestParts {
  return { params: { chatId }, body: { turnId } }
}

function rating({ chatId, turnId }: Things): RequestParts {
  return { params: { chatId, turnId }, body: { rating: 'up' } }
}
