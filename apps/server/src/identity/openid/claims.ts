import { z } from 'zod'

// Cognito sends "true", Entra 1 or "1", everybody else true. Anything else is no.
const yes: unknown[] = [true, 'true', 1, '1']
const Yes = z
  .unknown()
  .transform((value) => yes.includes(value))
  .default(false)
// Drops optional claims that are invalid, instead of refusing the sign-in.
const ClaimText = z.string().trim().min(1).max(1000).optional().catch(undefined)

/** Claims of an ID token or the user info; only the subject is required (OpenID Connect Core, 5.1). */
export const ProvenClaims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()).optional().catch(undefined),
  email_verified: Yes,
  given_name: ClaimText,
  family_name: ClaimText,
  name: ClaimText,
  /** Google: the organization of the address. */
  hd: ClaimText,
  /** Entra: the tenant. */
  tid: ClaimText,
  /** Entra: the owner of the address's domain was verified. */
  xms_edov: Yes,
})
export type ProvenClaims = z.infer<typeof ProvenClaims>
