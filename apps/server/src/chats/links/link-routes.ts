import { contract, limits, type UserId } from '@atrium/contract'
import { type Database, inTenant } from '../../platform/database/index.ts'
import { Failure } from '../../platform/failure.ts'
import { type Binding, binding } from '../../platform/http/bind.ts'
import { createRateWindow } from '../../platform/rate-window.ts'
import { listLinks, revokeLink } from './chat-links.ts'
import { copyLink } from './copy-link.ts'
import type { GuessLimit } from './guess-limit.ts'
import { linkUrl } from './link-token.ts'
import { makeLink } from './make-link.ts'
import { openLink } from './open-link.ts'

export type LinkPorts = {
  database: Database
  /** The site's address, for links. */
  siteUrl: string
  guesses: GuessLimit
}

export function linkRoutes({ database, siteUrl, guesses }: LinkPorts): Binding[] {
  const countMade = createRateWindow({ max: limits.maxLinksMadePerMinute, perSeconds: 60 })
  const countCopied = createRateWindow({ max: limits.maxForksPerMinute, perSeconds: 60 })
  /** Opens a link for a person or a network address that hasn't guessed too often. */
  async function opening<Result>(guesser: string, open: () => Promise<Result>): Promise<Result> {
    guesses.refuse(guesser)
    try {
      return await open()
    } catch (error) {
      if (error instanceof Failure && error.code === 'NOT_FOUND') guesses.miss(guesser)
      throw error
    }
  }
  const view = (token: string, readerId: UserId | null, guesser: string) =>
    opening(guesser, () => openLink(database, token, readerId))
  return [
    binding(contract.createChatLink, async ({ caller, params, body }) => {
      countMade(caller.userId)
      const { link, token } = await inTenant(database, caller, (trx) =>
        makeLink(trx, caller, params.chatId, body),
      )
      return { message: { link, url: linkUrl(siteUrl, token) } }
    }),
    binding(contract.listChatLinks, async ({ caller, params }) => ({
      message: await inTenant(database, caller, (trx) => listLinks(trx, caller, params.chatId)),
    })),
    binding(contract.revokeChatLink, async ({ caller, params }) => {
      await inTenant(database, caller, (trx) => revokeLink(trx, caller, params))
      return { message: { chatLinkId: params.chatLinkId } }
    }),
    binding(contract.openChatLink, async ({ params, request, reply }) => {
      void reply.header('x-robots-tag', 'noindex, nofollow')
      return { message: await view(params.token, null, request.ip) }
    }),
    binding(contract.openChatLinkSignedIn, async ({ caller, params, reply }) => {
      void reply.header('x-robots-tag', 'noindex, nofollow')
      return { message: await view(params.token, caller.userId, caller.userId) }
    }),
    binding(contract.copyChatLink, async ({ caller, params, body }) => {
      countCopied(caller.userId)
      const { token } = params
      return {
        message: await opening(caller.userId, () =>
          copyLink(database, caller, { token, roomId: body.roomId }),
        ),
      }
    }),
  ]
}
