import { mintId } from '@atrium/contract'
import { ofChat } from './parts.ts'
import type { RequestParts, SoundRequests, Things } from './sound-request.ts'

const ofNoLabel = (): RequestParts => ({ params: { labelId: mintId('label') } })

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

function fork({ chatId, turnId }: Things): RequestParts {
  return { params: { chatId }, body: { turnId } }
}

function link({ chatId, turnId }: Things) {
  return { params: { chatId }, body: { turnId } }
}

const ofNoLink = (): RequestParts => ({ params: { token: 'A'.repeat(22) } })

function rating({ chatId, turnId }: Things): RequestParts {
  return { params: { chatId, turnId }, body: { rating: 'up' } }
}

export const chatsRequests = {
  searchChats: [{ make: () => ({ query: { query: 'tea' } }) }],
  createLabel: [{ make: () => ({ body: { name: `Label ${mintId('message')}` } }) }],
  renameLabel: [{ make: () => ({ ...ofNoLabel(), body: { name: 'Tea' } }), comesTo: 'NOT_FOUND' }],
  mergeLabels: [
    { make: () => ({ ...ofNoLabel(), body: { intoLabelId: mintId('label') } }), comesTo: 'NOT_FOUND' },
  ],
  deleteLabel: [{ make: ofNoLabel, comesTo: 'NOT_FOUND' }],
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
  markMentionsSeen: [{ make: () => ({ body: { mentionIds: [mintId('mention')] } }) }],
  listTurns: [
    { about: 'of a chat', make: ({ chatId, turnId }) => ({ params: { chatId }, query: { last: turnId } }) },
    {
      about: 'a turn of another chat',
      make: ({ turnId }, { chatId }) => ({ params: { chatId }, query: { last: turnId } }),
    },
  ],
  openChatPicture: [
    { make: ({ chatId }) => ({ params: { chatId, fileId: mintId('file') } }), comesTo: 'NOT_FOUND' },
  ],
  describePicture: [
    {
      make: ({ chatId }) => ({ params: { chatId, fileId: mintId('file') }, body: { altText: 'Tea' } }),
      comesTo: 'NOT_FOUND',
    },
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
  createChatLink: [
    { about: 'of a chat', make: link },
    { about: 'at a turn of another chat', make: (things, own) => link({ ...own, turnId: things.turnId }) },
    {
      about: 'for anyone',
      make: (things) => ({ ...ofChat(things), body: { ...link(things).body, audience: 'anyone' as const } }),
      comesTo: 'FORBIDDEN',
    },
  ],
  revokeChatLink: [
    { make: ({ chatId }) => ({ params: { chatId, chatLinkId: mintId('chat-link') } }), comesTo: 'NOT_FOUND' },
  ],
  // Links by their names, which only their makers know: see chat-links.test.ts.
  openChatLink: [{ make: ofNoLink, comesTo: 'NOT_FOUND' }],
  openChatLinkSignedIn: [{ make: ofNoLink, comesTo: 'NOT_FOUND' }],
  copyChatLink: [{ make: ({ roomId }) => ({ ...ofNoLink(), body: { roomId } }), comesTo: 'NOT_FOUND' }],
  leaveTemporaryChat: [{ make: ofChat, comesTo: 'NOT_FOUND' }],
  importChats: [{ make: ({ roomId }) => ({ body: { roomId, source: 'chatgpt', chats: [broughtChat()] } }) }],
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
} satisfies SoundRequests
