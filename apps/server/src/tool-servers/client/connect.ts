import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  type CallToolResult,
  CallToolResultSchema,
  ErrorCode,
  ListToolsResultSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { limits } from '@atrium/contract'
import type { SafeFetch } from '../../platform/egress/index.ts'
import type { Secret } from '../../platform/config/secret.ts'
import { type Access, limitedFetch } from './limited-fetch.ts'
import { problemOf } from './problem-of.ts'
import { type OfferedTools, readTools } from './read-tools.ts'
import { ToolServerFailure } from './tool-server-failure.ts'

/** How to reach a server: at an address, or by a command of the operator's configuration. */
export type Reach =
  | {
      kind: 'address'
      url: string
      headers: readonly { name: string; value: Secret }[]
      fetch: SafeFetch
      /** Of a sign-in; its token replaces an `Authorization` among the headers. */
      access?: Access
    }
  | { kind: 'command'; command: string; args: readonly string[]; environment: Record<string, string> }

/** An open connection to a tool server. */
export interface ToolConnection {
  /** The server's own name; untrusted. */
  readonly serverName: string
  /** Every tool that the server offers now. Throws `ToolServerFailure`. */
  listTools(signal: AbortSignal): Promise<OfferedTools>
  /** Calls a tool once. Throws `ToolServerFailure`; a tool's own failure is a result. */
  callTool(name: string, input: Record<string, unknown>, signal: AbortSignal): Promise<CallToolResult>
  close(): Promise<void>
}

const connectMs = 10_000
const listMs = 10_000
const closeMs = 2_000
/** Maximum pages of a list: a server may never end it. */
const maxPages = 20

/**
 * Connects to a tool server. Declares no client capabilities: servers can neither ask the model nor the person anything, nor read files.
 * Throws `ToolServerFailure`, and the signal's reason.
 */
export async function connectToServer(reach: Reach, signal: AbortSignal): Promise<ToolConnection> {
  const ending = new AbortController()
  let failure: unknown
  let endStep = new AbortController()
  const transport = transportTo(reach, ending.signal, (error) => {
    failure ??= error
    // The protocol's client waits for an answer in a stream that failed.
    if (error instanceof ToolServerFailure) endStep.abort(error)
  })
  const client = new Client({ name: 'Atrium', version: '1' }, { capabilities: {} })
  const close = async () => {
    if (transport instanceof StreamableHTTPClientTransport && transport.sessionId !== undefined)
      await within(closeMs, transport.terminateSession()).catch(() => undefined)
    ending.abort()
    await client.close().catch(() => undefined)
  }
  /** Runs one step within its time and turns its error into a `ToolServerFailure`. */
  const step = async <Result>(
    maxMs: number,
    ofCaller: AbortSignal,
    run: (options: { signal: AbortSignal; timeout: number; maxTotalTimeout: number }) => Promise<Result>,
  ): Promise<Result> => {
    const timeout = AbortSignal.timeout(maxMs)
    endStep = new AbortController()
    const limited = AbortSignal.any([ofCaller, timeout, endStep.signal])
    failure = undefined
    try {
      return await untilAborted(limited, run({ signal: limited, timeout: maxMs, maxTotalTimeout: maxMs }))
    } catch (error) {
      ofCaller.throwIfAborted()
      const known = [failure, error].find((one) => one instanceof ToolServerFailure)
      if (known) throw known
      throw new ToolServerFailure(problemOf(error, failure, timeout.aborted), { cause: error })
    }
  }
  try {
    await step(connectMs, signal, (options) => client.connect(transport, options))
  } catch (error) {
    await close()
    throw error
  }
  return {
    serverName: client.getServerVersion()?.name ?? '',
    listTools: (ofCaller) =>
      step(listMs, ofCaller, async (options) => {
        const tools: unknown[] = []
        let cursor: string | undefined
        for (let page = 0; page < maxPages && tools.length <= limits.maxToolsPerServer; page += 1) {
          const params = cursor === undefined ? {} : { cursor }
          const reply = await client.request({ method: 'tools/list', params }, ListToolsResultSchema, options)
          tools.push(...reply.tools)
          cursor = reply.nextCursor
          if (cursor === undefined) break
        }
        return readTools(tools)
      }),
    // Not `client.callTool`, which compiles schemas of the server.
    callTool: (name, input, ofCaller) =>
      step(callMs, ofCaller, async (options) => {
        try {
          const params = { name, arguments: input }
          return await client.request({ method: 'tools/call', params }, CallToolResultSchema, options)
        } catch (error) {
          if (!isOfTool(error)) throw error
          return { content: [{ type: 'text' as const, text: error.message }], isError: true }
        }
      }),
    close,
  }
}

/** Time of one call. */
const callMs = 60_000

/** Whether the server answered that the call itself is wrong. */
const isOfTool = (error: unknown): error is McpError =>
  error instanceof McpError &&
  [ErrorCode.InvalidParams, ErrorCode.InternalError, ErrorCode.MethodNotFound].includes(error.code)

function transportTo(reach: Reach, signal: AbortSignal, onFailure: (error: unknown) => void): Transport {
  if (reach.kind === 'command') {
    const { command, args, environment: env } = reach
    return new StdioClientTransport({ command, args: [...args], env, stderr: 'ignore' })
  }
  return new StreamableHTTPClientTransport(new URL(reach.url), {
    fetch: limitedFetch({ fetch: reach.fetch, access: reach.access, signal, onFailure }),
    requestInit: {
      headers: {
        'user-agent': 'Atrium',
        ...Object.fromEntries(reach.headers.map(({ name, value }) => [name, value.reveal()])),
      },
    },
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 1_000,
      reconnectionDelayGrowFactor: 1,
    },
  })
}

/** The protocol's client misses some aborts, such as one while it waits for a connection. */
function untilAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason as Error)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort))
}

const within = <Result>(maxMs: number, work: Promise<Result>): Promise<Result> =>
  untilAborted(AbortSignal.timeout(maxMs), work)
