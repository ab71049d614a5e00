import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import {
  type AuthorizationServer,
  createAuthorizationServer,
  serviceDeskScopes,
  type SignInSettings,
} from './authorization-server.ts'
import { findTickets, firstTickets, type Ticket, ticketLine } from './tickets.ts'

/** Where the product's own sandbox has its tool server, if the port is free. */
export const sandboxToolsPort = 47_821

type CalledTool = { name: string; input: Record<string, unknown> }
type Respond = (call: CalledTool) => CallToolResult | Promise<CallToolResult>
type Handler = (request: IncomingMessage, reply: ServerResponse) => unknown

/** The same service desk for those who signed in: its authorization server is beside it. */
export interface SignInDesk {
  /** Such as `http://127.0.0.1:41236/mcp/signed-in`. */
  url: string
  issuer: string
  server: AuthorizationServer
  /** Changes how the authorization server behaves, until `reset`. */
  set(changes: Partial<SignInSettings>): void
  /** Handles requests to a path, such as `/token`, until `reset`; false leaves one to the authorization server. */
  answerAt(path: string, handler: (...exchange: Parameters<Handler>) => boolean | Promise<boolean>): void
  /** The requests to each path since `reset`. */
  asked(): ReadonlyMap<string, number>
}

/** A running server of the Model Context Protocol: a made-up service desk with one tool that reads and one that writes. */
export interface ToolServer {
  /** Such as `http://127.0.0.1:41236/mcp`. */
  url: string
  signIn: SignInDesk
  /** The calls so far, oldest first. */
  calls(): CalledTool[]
  /** The headers of the last request. */
  headers(): Record<string, string | string[] | undefined>
  /** Offers these tools in place of the service desk's, until `reset`. */
  offer(tools: readonly Tool[]): void
  /** Answers calls, until `reset`. */
  respond(respond: Respond): void
  /** Handles every request in place of the protocol, until `reset`. */
  handle(handler: Handler): void
  /** Returns to the service desk and forgets what was called. */
  reset(): void
  close(): Promise<void>
}

/** The tools of the service desk. */
export const serviceDeskTools: readonly Tool[] = [
  {
    name: 'find_tickets',
    title: 'Find tickets',
    description: 'Finds tickets of the service desk by words, with their state and last note.',
    inputSchema: {
      type: 'object',
      properties: { words: { type: 'string', description: 'Words of the title or note.' } },
      required: ['words'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
  },
  {
    name: 'create_ticket',
    title: 'Create a ticket',
    description: 'Creates a ticket at the service desk and returns its number.',
    inputSchema: {
      type: 'object',
      properties: {
        title: { type: 'string', description: 'What is wrong, in a few words.' },
        note: { type: 'string', description: 'What the service desk should know.' },
      },
      required: ['title'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
]

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const text = (said: string, isError = false): CallToolResult => ({
  content: [{ type: 'text', text: said }],
  ...(isError && { isError }),
})

const signInPath = '/mcp/signed-in'
const usualSettings: SignInSettings = { accessSeconds: 3_600, registersClients: true, namesItself: true }

const bearerOf = ({ headers }: IncomingMessage): string =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

/** RFC 9728, 5.1. */
function askForSignIn(reply: ServerResponse, url: string): void {
  const description = `${url}/.well-known/oauth-protected-resource${signInPath}`
  const challenge = `Bearer resource_metadata="${description}", scope="${serviceDeskScopes.join(' ')}"`
  reply.writeHead(401, { 'www-authenticate': challenge }).end()
}

/** Starts the server on loopback; takes the preferred port where it is free, so that its address stays valid. */
export async function startToolServer({
  port = 0,
  preferredPort = port,
}: { port?: number; preferredPort?: number } = {}): Promise<ToolServer> {
  let tickets: Ticket[] = [...firstTickets]
  let offered: readonly Tool[] = serviceDeskTools
  let respond: Respond | null = null
  let handler: Handler | null = null
  let lastHeaders: IncomingMessage['headers'] = {}
  const calls: CalledTool[] = []
  let settings = usualSettings
  const answers = new Map<string, Parameters<SignInDesk['answerAt']>[1]>()
  const asked = new Map<string, number>()

  const serviceDesk: Respond = ({ name, input }) => {
    if (name === 'find_tickets')
      return text(findTickets(tickets, textOf(input.words)).map(ticketLine).join('\n'))
    if (name !== 'create_ticket') return text('There is no such tool.', true)
    const ticket: Ticket = {
      number: `SD-${101 + tickets.length}`,
      title: textOf(input.title) || 'Without a title',
      state: 'open',
      note: textOf(input.note),
    }
    tickets = [...tickets, ticket]
    return text(`Created ${ticketLine(ticket)}`)
  }

  const serve = async (request: IncomingMessage, reply: ServerResponse) => {
    lastHeaders = request.headers
    const [path = ''] = (request.url ?? '').split('?')
    asked.set(path, (asked.get(path) ?? 0) + 1)
    if (await answers.get(path)?.(request, reply)) return
    if (authorizationServer.handle(request, reply)) return
    const isOpen = path !== signInPath || authorizationServer.accepts(bearerOf(request))
    if (!isOpen) return askForSignIn(reply, url)
    if (handler) return void (await handler(request, reply))
    // One server for each request: no state but the tickets, as in the protocol's own example.
    const server = new Server(
      { name: 'Sandbox service desk', version: '1' },
      { capabilities: { tools: { listChanged: true } } },
    )
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...offered] }))
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      const call = { name: params.name, input: params.arguments ?? {} }
      calls.push(call)
      return await (respond ?? serviceDesk)(call)
    })
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
    reply.on('close', () => void transport.close().then(() => server.close()))
    await server.connect(transport)
    await transport.handleRequest(request, reply)
  }
  const http = createServer((request, reply) => {
    serve(request, reply).catch((error: unknown) => {
      console.error('A request to the sandbox tool server failed.', error)
      reply.destroy()
    })
  })
  const listen = (wanted: number) =>
    new Promise<void>((resolve, reject) => {
      http.once('error', reject)
      http.listen(wanted, '127.0.0.1', () => {
        http.off('error', reject)
        resolve()
      })
    })
  await listen(preferredPort).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' || preferredPort === port) throw error
    return listen(port)
  })
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const authorizationServer = createAuthorizationServer(url + signInPath, () => settings)
  return {
    url: `${url}/mcp`,
    signIn: {
      url: url + signInPath,
      issuer: `${url}/`,
      server: authorizationServer,
      set: (changes) => void (settings = { ...settings, ...changes }),
      answerAt: (path, answer) => void answers.set(path, answer),
      asked: () => asked,
    },
    calls: () => [...calls],
    headers: () => lastHeaders,
    offer: (tools) => void (offered = tools),
    respond: (answer) => void (respond = answer),
    handle: (handle) => void (handler = handle),
    reset() {
      tickets = [...firstTickets]
      offered = serviceDeskTools
      respond = handler = null
      settings = usualSettings
      answers.clear()
      asked.clear()
      calls.length = 0
    },
    async close() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
