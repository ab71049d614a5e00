import { z } from 'zod'
import { dataReply, endpoint } from '../endpoint.ts'
import { AccountId, RoomId, ToolServerId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Line } from '../text/text.ts'
import {
  ClientText,
  SignInIssuer,
  SignInScopes,
  SignInOffer,
  SignInProblem,
  ToolServerSignIn,
} from './sign-in.ts'

/** Why a tool server could not be used; clients put it into words. */
export const toolServerProblems = [
  'ADDRESS_NOT_ALLOWED',
  'NO_SUCH_HOST',
  'NOT_REACHED',
  'TIMED_OUT',
  /** It answers with a redirect to another host, which is not followed. */
  'REDIRECTED',
  /** It asks for a token, and names no way to sign in: headers have to contain one. */
  'TOKEN_REQUIRED',
  /** An admin has to sign in to it, for the first time or again. */
  'SIGN_IN_REQUIRED',
  /** It asks for a sign-in whose description is wrong, incomplete or leads to an address that is not allowed. */
  'SIGN_IN_UNUSABLE',
  /** Its authorization server does not answer. */
  'SIGN_IN_NOT_REACHED',
  /** It refuses the stored or given headers. */
  'ACCESS_REFUSED',
  /** The stored headers were encrypted under another installation's secret. */
  'SECRET_UNREADABLE',
  'NOT_THIS_PROTOCOL',
  'TOO_LARGE',
  'RATE_LIMITED',
  'SERVER_FAILED',
  /** The operator's configuration no longer has it. */
  'NOT_INSTALLED',
] as const
export const ToolServerProblem = z.enum(toolServerProblems)
export type ToolServerProblem = z.infer<typeof ToolServerProblem>

/** The part of a tool that models and people see, and that admins accept. */
export const ToolForm = z.strictObject({
  title: z.string(),
  description: z.string(),
  /** A JSON Schema, as text. */
  inputSchema: z.string(),
  /** Whether the server declares that it only reads; otherwise it may change something. */
  isReading: z.boolean(),
})
export type ToolForm = z.infer<typeof ToolForm>

/** A tool of a connected server. Only accepted tools can be used, in their accepted form. */
export const ServerTool = z.strictObject({
  name: z.string(),
  /**
   * `new`: not accepted yet. `changed`: the server describes it differently than accepted, and it is switched off until an admin accepts it
   * again. `gone`: the server no longer has it.
   */
  state: z.enum(['new', 'accepted', 'changed', 'gone']),
  accepted: ToolForm.nullable(),
  offered: ToolForm.nullable(),
  /** Of `offered`; names what an admin accepts. Null when it is gone. */
  hash: z.string().nullable(),
})
export type ServerTool = z.infer<typeof ServerTool>

/** A server of an account that offers tools over the Model Context Protocol. */
export const ToolServer = z.strictObject({
  id: ToolServerId,
  name: z.string(),
  /** Prefix of its tools' names for models, so that no two servers' tools share a name. */
  prefix: z.string(),
  /** Null for one that the operator installed. */
  url: z.string().nullable(),
  installedName: z.string().nullable(),
  /** Names of the headers that are sent; their values are never shown. */
  headers: z.array(z.string()),
  headersSetAt: z.iso.datetime().nullable(),
  /** An admin's sign-in, which serves the whole account; null when there is none. */
  signIn: ToolServerSignIn.nullable(),
  isEnabled: z.boolean(),
  /** The built-in sandbox's server: its results are made up. */
  sandbox: z.boolean(),
  /** Number of changes: each change names the revision that it is based on. */
  revision: z.int(),
  /** Of the last check. */
  problem: ToolServerProblem.nullable(),
  checkedAt: z.iso.datetime().nullable(),
  tools: z.array(ServerTool),
})
export type ToolServer = z.infer<typeof ToolServer>

/** A server that the operator's configuration names: on the installation's own network, or a command. */
export const InstalledToolServer = z.strictObject({
  name: z.string(),
  displayName: z.string(),
  kind: z.enum(['address', 'command']),
  sandbox: z.boolean(),
})
export type InstalledToolServer = z.infer<typeof InstalledToolServer>

export const ToolServers = z.strictObject({
  servers: z.array(ToolServer),
  installed: z.array(InstalledToolServer),
})
export type ToolServers = z.infer<typeof ToolServers>

const Address = z
  .string()
  .trim()
  .max(500, 'This can have at most 500 characters.')
  .regex(/^https?:\/\/\S+$/i, 'This should be an address that starts with https:// or http://.')
  .refine((text) => URL.canParse(text), 'This is not an address.')
  .refine((text) => {
    if (!URL.canParse(text)) return true
    const { username, password, hash } = new URL(text)
    return username === '' && password === '' && hash === ''
  }, 'An address should have no name, password or #.')

/** Headers that the protocol or HTTP itself sets. */
const reserved =
  /^(host|connection|content-length|content-type|transfer-encoding|accept|upgrade|te|trailer|expect|mcp-.*|last-event-id|proxy-.*)$/i

const Header = z.strictObject({
  name: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,80}$/, 'This is not the name of a header.')
    .refine((name) => !reserved.test(name), 'This header is set by the connection itself.'),
  value: z
    .string()
    .trim()
    .regex(/^[\x20-\x7e]{1,4000}$/, 'The value of a header is one line of visible characters.'),
})
const headers = z
  .array(Header)
  .max(10, 'At most 10 headers can be sent.')
  .refine(
    (list) => new Set(list.map(({ name }) => name.toLowerCase())).size === list.length,
    'Each header can be given once.',
  )

const name = Line(60)
const Prefix = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9]{0,19}$/, 'A prefix has up to 20 small letters and digits, and begins with a letter.')

const ToolName = z
  .string()
  .regex(/^[A-Za-z0-9_./:-]+$/, 'This is no name of a tool.')
  .max(limits.toolNameCharacters)

const ofAccount = z.strictObject({ id: AccountId })
const ofServer = z.strictObject({ id: AccountId, serverId: ToolServerId })
const errors = ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'] as const

export const listToolServers = endpoint({
  name: 'listToolServers',
  host: 'main',
  method: 'GET',
  path: '/user/teams/tool-servers/:id',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: "Lists the account's tool servers with their tools, and those that the operator installed.",
  params: ofAccount,
  reply: { json: dataReply(ToolServers) },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
})

const InstalledName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.-]{0,59}$/, 'This is no name of an installed server.')

/** Where a server is: an address, or one that the operator installed. */
const place = { url: Address.optional(), installedName: InstalledName.optional() }
const onePlace = ({ url, installedName }: { url?: string | undefined; installedName?: string | undefined }) =>
  (url === undefined) !== (installedName === undefined)
const onePlaceOnly = { path: ['url'], message: 'Give an address, or choose an installed server.' }

export const ToolServerToTest = z
  .strictObject({
    ...place,
    headers: headers.optional(),
    /** Tests with this server's stored headers and sign-in, unless `headers` are given. */
    serverId: ToolServerId.optional(),
  })
  .refine(onePlace, onePlaceOnly)
export type ToolServerToTest = z.infer<typeof ToolServerToTest>

export const ToolServerTest = z.discriminatedUnion('outcome', [
  z.strictObject({
    outcome: z.literal('answered'),
    /** The server's own name. */
    serverName: z.string(),
    tools: z.array(ToolForm.extend({ name: z.string() })),
    /** Tools left out, since their names or forms exceed the limits. */
    leftOut: z.int(),
  }),
  z.strictObject({ outcome: z.literal('sign-in'), offer: SignInOffer }),
  z.strictObject({ outcome: z.literal('failed'), problem: ToolServerProblem }),
])
export type ToolServerTest = z.infer<typeof ToolServerTest>

export const testToolServer = endpoint({
  name: 'testToolServer',
  host: 'main',
  method: 'POST',
  path: '/user/teams/tool-servers/:id/test',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    'Connects to a tool server and lists its tools, or says which sign-in it asks for. Stores nothing. Returns a failure as one code and no text from the address.',
  params: ofAccount,
  body: ToolServerToTest,
  reply: { json: dataReply(ToolServerTest) },
  errors: [...errors, 'RATE_LIMITED'],
  idempotency: 'key',
  holdsSecret: true,
})

export const ToolServerToAdd = z
  .strictObject({ name, prefix: Prefix, ...place, headers: headers.optional() })
  .refine(onePlace, onePlaceOnly)
export type ToolServerToAdd = z.infer<typeof ToolServerToAdd>

export const addToolServer = endpoint({
  name: 'addToolServer',
  host: 'main',
  method: 'POST',
  path: '/user/teams/tool-servers/:id',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    'Connects a tool server to the account and lists its tools. None of them can be used before an admin accepts it and a room allows it.',
  params: ofAccount,
  body: ToolServerToAdd,
  reply: { status: 201, json: dataReply(ToolServer) },
  errors: [...errors, 'TOO_MANY_TOOL_SERVERS', 'RATE_LIMITED'],
  idempotency: 'key',
  holdsSecret: true,
})

export const ToolServerChanges = z.strictObject({
  revision: z.int().min(1),
  name: name.optional(),
  prefix: Prefix.optional(),
  url: Address.optional(),
  /** Replaces all headers; null removes them. */
  headers: headers.nullable().optional(),
  isEnabled: z.boolean().optional(),
})
export type ToolServerChanges = z.infer<typeof ToolServerChanges>

export const changeToolServer = endpoint({
  name: 'changeToolServer',
  host: 'main',
  method: 'PATCH',
  path: '/user/teams/tool-servers/:id/:serverId',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    'Changes the given fields of a tool server. A new address on another host needs the headers again and ends the sign-in. CONFLICT if somebody else changed it meanwhile.',
  params: ofServer,
  body: ToolServerChanges,
  reply: { json: dataReply(ToolServer) },
  errors: [...errors, 'CONFLICT'],
  idempotency: 'key',
  holdsSecret: true,
})
export const removeToolServer = endpoint({
  name: 'removeToolServer',
  host: 'main',
  method: 'DELETE',
  path: '/user/teams/tool-servers/:id/:serverId',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: 'Removes a tool server with its headers, its sign-in, its tools and the permissions of rooms.',
  params: ofServer,
  reply: { json: dataReply(z.strictObject({ id: ToolServerId })) },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const checkToolServer = endpoint({
  name: 'checkToolServer',
  host: 'main',
  method: 'POST',
  path: '/user/teams/tool-servers/:id/:serverId/check',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: 'Connects to a tool server and lists its tools again.',
  params: ofServer,
  reply: { json: dataReply(ToolServer) },
  errors: ['NOT_FOUND', 'FORBIDDEN', 'RATE_LIMITED'],
  idempotency: 'key',
})
export const acceptTools = endpoint({
  name: 'acceptTools',
  host: 'main',
  method: 'POST',
  path: '/user/teams/tool-servers/:id/:serverId/tools',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    'Accepts tools in the form that the caller has seen, named by its hash, or with null withdraws them. CONFLICT if a tool has changed meanwhile.',
  params: ofServer,
  body: z.strictObject({
    tools: z
      .array(
        z.strictObject({
          name: ToolName,
          hash: z
            .string()
            .regex(/^[0-9a-f]{64}$/)
            .nullable(),
        }),
      )
      .min(1)
      .max(limits.maxToolsPerServer),
  }),
  reply: { json: dataReply(ToolServer) },
  errors: [...errors, 'CONFLICT'],
  idempotency: 'key',
})

/** Parameters that come from an authorization server, of limited length. */
const Sent = z.string().min(1).max(4096)

export const SignInToBegin = z.strictObject({
  /** The offer that the caller has seen: nothing else is requested. */
  issuer: SignInIssuer,
  scopes: SignInScopes,
  /** For an authorization server without dynamic client registration. */
  client: z.strictObject({ id: ClientText(500), secret: ClientText(1_000).optional() }).optional(),
})
export type SignInToBegin = z.infer<typeof SignInToBegin>

export const beginToolServerSignIn = endpoint({
  name: 'beginToolServerSignIn',
  host: 'main',
  method: 'POST',
  path: '/user/teams/tool-servers/:id/:serverId/sign-in',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    "Starts a sign-in to a tool server (OAuth 2.1 with PKCE): registers a client where needed and returns the authorization server's URL to go to. Valid once, for 10 minutes, in the caller's session.",
  params: ofServer,
  body: SignInToBegin,
  reply: {
    json: dataReply(
      z.discriminatedUnion('outcome', [
        z.strictObject({ outcome: z.literal('started'), authorizationUrl: z.string(), state: z.string() }),
        z.strictObject({ outcome: z.literal('failed'), problem: SignInProblem }),
      ]),
    ),
  },
  errors: [...errors, 'RATE_LIMITED'],
  idempotency: 'key',
  holdsSecret: true,
})

export const SignInToComplete = z.strictObject({
  /** The last part of the redirect address, which belongs to one issuer. */
  issuerKey: z.string().regex(/^[\w-]{22}$/, 'This is no address of a sign-in.'),
  state: z.string().min(1).max(200),
  /** The authorization code; without one, `error` says why. */
  code: Sent.optional(),
  /** The issuer that answered (RFC 9207). */
  iss: Sent.optional(),
  error: Sent.optional(),
  errorDescription: Sent.optional(),
})
export type SignInToComplete = z.infer<typeof SignInToComplete>

export const completeToolServerSignIn = endpoint({
  name: 'completeToolServerSignIn',
  host: 'main',
  method: 'POST',
  path: '/user/teams/tool-servers/:id/:serverId/sign-in/complete',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    "Completes a sign-in with the parameters of the authorization server's redirect, once, in the session that started it; then connects and lists the tools. No token is ever returned.",
  params: ofServer,
  body: SignInToComplete,
  reply: {
    json: dataReply(
      z.discriminatedUnion('outcome', [
        z.strictObject({ outcome: z.literal('signed-in'), server: ToolServer }),
        z.strictObject({
          outcome: z.literal('failed'),
          problem: SignInProblem,
          /** The authorization server's error text, if any; untrusted. */
          said: z.string().nullable(),
        }),
      ]),
    ),
  },
  errors: [...errors, 'RATE_LIMITED'],
  idempotency: 'key',
  holdsSecret: true,
})

export const endToolServerSignIn = endpoint({
  name: 'endToolServerSignIn',
  host: 'main',
  method: 'DELETE',
  path: '/user/teams/tool-servers/:id/:serverId/sign-in',
  caller: 'account-admin',
  policy: 'account:edit',
  summary:
    'Signs the account out of a tool server: deletes its tokens and client here, and revokes the tokens where the authorization server offers that.',
  params: ofServer,
  reply: { json: dataReply(ToolServer) },
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})

/** How a room uses a tool: not at all, after asking the person each time, or without asking. */
export const toolModes = ['off', 'ask', 'auto'] as const
export const ToolMode = z.enum(toolModes)
export type ToolMode = z.infer<typeof ToolMode>

/** An accepted tool of the account, as a room may use it. */
export const RoomTool = z.strictObject({
  serverId: ToolServerId,
  serverName: z.string(),
  sandbox: z.boolean(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  isReading: z.boolean(),
  mode: ToolMode,
  /** False while its server is switched off, or the tool waits for an admin of the account. */
  isUsable: z.boolean(),
  /** Whether its server waits until an admin of the account signs in to it; calls fail meanwhile. */
  needsSignIn: z.boolean(),
})
export type RoomTool = z.infer<typeof RoomTool>

const RoomTools = dataReply(
  z.strictObject({
    tools: z.array(RoomTool),
    /** Whether answers in the room can use a tool. */
    hasTools: z.boolean(),
  }),
)
const ofRoom = z.strictObject({ accountId: AccountId, roomId: RoomId })

export const getRoomTools = endpoint({
  name: 'getRoomTools',
  host: 'main',
  method: 'GET',
  path: '/accounts/:accountId/rooms/:roomId/tools',
  caller: 'account-member',
  policy: 'room:use',
  summary: 'Lists the tools that the room allows; for its owner and admins also those that it could allow.',
  params: ofRoom,
  reply: { json: RoomTools },
  errors: ['NOT_A_MEMBER', 'NOT_FOUND'],
})
export const changeRoomTools = endpoint({
  name: 'changeRoomTools',
  host: 'main',
  method: 'PATCH',
  path: '/accounts/:accountId/rooms/:roomId/tools',
  caller: 'account-member',
  policy: 'room:edit',
  summary:
    'Sets how the room uses the given tools. Only tools that read can be used without asking; others always ask.',
  params: ofRoom,
  body: z.strictObject({
    tools: z
      .array(
        z.strictObject({
          serverId: ToolServerId,
          name: ToolName,
          mode: ToolMode,
        }),
      )
      .min(1)
      .max(limits.maxToolsPerRoom),
  }),
  reply: { json: RoomTools },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'NOT_FOUND', 'FORBIDDEN', 'PUBLIC_ROOM_MEMBER'],
  idempotency: 'key',
})

export const toolServerEndpoints = {
  listToolServers,
  testToolServer,
  addToolServer,
  changeToolServer,
  removeToolServer,
  checkToolServer,
  acceptTools,
  beginToolServerSignIn,
  completeToolServerSignIn,
  endToolServerSignIn,
  getRoomTools,
  changeRoomTools,
}
