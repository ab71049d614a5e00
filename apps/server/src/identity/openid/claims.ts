import { z } from 'zod'

// Cognito says "true", Entra 1 or "1", everybody else true. Anything else is no.
const yes: unknown[] = [true, 'true', 1, '1']
const Yes = z
  .unknown()
  .transform((value) => yes.includes(value))
  .default(false)
// What a provider tells without need is left out when it makes no sense, rather than that nobody can sign in.
const Told = z.string().trim().min(1).max(1000).optional().catch(undefined)

/** What an ID token or the user info says of somebody; only the subject has to be there (OpenID Connect Core, 5.1). */
export const ProvenClaims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()).optional().catch(undefined),
  email_verified: Yes,
  given_name: Told,
  family_name: Told,
  name: Told,
  /** Google: the organisation that the address belongs to. */
  hd: Told,
  /** Entra: the tenant. */
  tid: Told,
  /** Entra: the domain of the address was proved by its owner. */
  xms_edov: Yes,
})
export type ProvenClaims = z.infer<typeof ProvenClaims>
