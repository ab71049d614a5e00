import type { RoomId, ToolCallPart } from '@atrium/contract'
import { countTokens, type ToolOffer } from '../../models/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { type AcceptedTool, usableTools } from '../../tool-servers/index.ts'
import type { Actor } from '../../chats/index.ts'
import type { AnswerPorts } from '../ports.ts'

/** A tool of a connected server, under the name that models see. */
export type OfferedServerTool = Pick<AcceptedTool, 'serverId' | 'serverName' | 'name' | 'form' | 'hash'> & {
  sandbox: boolean
  offer: ToolOffer
}

/** The tools of connected servers that an answer may use. */
export type ServerToolsMaterial = {
  roomId: RoomId
  tools: readonly OfferedServerTool[]
  /** Calls of an earlier writer of the answer, or of the answer that it continues. */
  found: readonly ToolCallPart[]
  /** False when it only continues a text, with the results of earlier calls. */
  mayCall: boolean
}

/** Descriptions and schemas are sent with every call of the model: the first tools that fit into these tokens are offered. */
const maxOfferTokens = 12_000

/** Loads the tools that answers in the room may use; null where there are none and none were called. */
export async function gatherServerTools(
  trx: TenantTransaction,
  { toolServers }: Pick<AnswerPorts, 'toolServers'>,
  { accountId }: Actor,
  { roomId, found, writtenBefore }: Pick<ServerToolsMaterial, 'roomId' | 'found'> & { writtenBefore: string },
): Promise<ServerToolsMaterial | null> {
  const usable = await usableTools(trx, accountId, roomId)
  const sandboxes = new Set(toolServers.installed.filter(({ sandbox }) => sandbox).map(({ name }) => name))
  const tools: OfferedServerTool[] = []
  let tokens = 0
  for (const { serverId, serverName, name, form, hash, prefix, installedName } of usable) {
    const taken = new Set(tools.map(({ offer }) => offer.name))
    const offer = offerOf({ name, form, prefix }, taken)
    tokens += tokensOf(offer)
    if (tokens > maxOfferTokens) break
    const sandbox = installedName !== null && sandboxes.has(installedName)
    tools.push({ serverId, serverName, name, form, hash, sandbox, offer })
  }
  if (tools.length === 0 && found.length === 0) return null
  return { roomId, tools, found, mayCall: writtenBefore === '' && tools.length > 0 }
}

export const tokensOf = (offer: ToolOffer): number => countTokens(JSON.stringify(offer)) + 10

/** Vendors accept names of up to 64 letters, digits, hyphens and underscores. */
const maxNameCharacters = 64

/** A tool as models see it: its name begins with its server's prefix, so that it can't pass for a tool of another server or of ours. */
function offerOf(
  { name, form, prefix }: Pick<AcceptedTool, 'name' | 'form' | 'prefix'>,
  taken: ReadonlySet<string>,
): ToolOffer {
  const plain = `${prefix}__${name.replaceAll(/[^A-Za-z0-9_-]/g, '_')}`.slice(0, maxNameCharacters)
  let unique = plain
  for (let count = 2; taken.has(unique); count += 1)
    unique = `${plain.slice(0, maxNameCharacters - 4)}_${count}`
  const change = form.isReading ? '' : ' It may change something: the person is asked before each call.'
  const title = form.title === name ? '' : `${form.title}. `
  return {
    name: unique,
    description: `${title}${form.description}${change}`,
    schema: JSON.parse(form.inputSchema) as ToolOffer['schema'],
  }
}
