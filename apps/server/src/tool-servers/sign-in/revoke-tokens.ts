import type { ToolServerPorts } from '../ports.ts'
import { loadSignIn } from './load-sign-in.ts'
import { SignInFailure } from './sign-in-failure.ts'
import { signInFetch, type SignInTarget } from './sign-in-fetch.ts'
import type { SealedClient, Tokens } from './sign-in-seals.ts'

/** Revokes tokens that are erased here already; a failure is logged, since nobody can repeat it. */
export async function revokeTokens(
  { log }: Pick<ToolServerPorts, 'log'>,
  target: SignInTarget,
  { client, tokens }: { client: SealedClient | null; tokens: Tokens | null },
): Promise<void> {
  if (client === null || tokens === null) return
  try {
    const { revoke } = await loadSignIn()
    await revoke(signInFetch(target), client, tokens)
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error
    log.warn(
      { event: 'tool_server.revocation_failed', err: error },
      'Could not revoke the erased tokens of a tool server',
    )
  }
}
