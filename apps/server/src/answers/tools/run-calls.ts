import { takeAllowance } from '../../credits/index.ts'
import type { ToolCall, ToolResult } from '../../models/index.ts'
import type { Tool, ToolContext } from './tool.ts'

/** Runs the calls of one message, one after the other, so that results are numbered in their order. Throws when the answer is stopped. */
export async function runCalls(
  tools: readonly Tool[],
  context: ToolContext,
  calls: readonly ToolCall[],
): Promise<ToolResult[]> {
  const results: ToolResult[] = []
  for (const call of calls) {
    const tool = tools.find(({ name }) => name === call.name)
    const text = tool ? await runTool(tool, context, inputOf(call)) : 'There is no such tool.'
    results.push({ call, text })
  }
  return results
}

/** Runs one call, if the asker may and calls are left. */
export async function runTool(tool: Tool, context: ToolContext, input: unknown): Promise<string> {
  const { ports, turn } = context
  if (tool.callsLeft(context) <= 0) return 'No calls of this tool are left: answer now.'
  if (!(await tool.mayUse(context))) return 'The person may not use this tool.'
  turn.signal.throwIfAborted()
  return await tool.run(context, input, {
    signal: AbortSignal.any([turn.signal, AbortSignal.timeout(tool.timeoutMs)]),
    pay: async () =>
      tool.cost === null || (await takeAllowance(ports.database, { holder: turn.userId, kind: tool.cost })),
  })
}

function inputOf({ input }: ToolCall): unknown {
  try {
    return JSON.parse(input)
  } catch {
    return null
  }
}
