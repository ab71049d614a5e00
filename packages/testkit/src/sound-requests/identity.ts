import { mintId } from '@atrium/contract'
import { password, unknownEmail, wrongProof } from './parts.ts'
import type { SoundRequests } from './sound-request.ts'

const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }

const clientDataJSON = Buffer.from('{"type":"webauthn.get"}').toString('base64url')

const passkeyResponse = {
  ...credential,
  response: { clientDataJSON, authenticatorData: 'AAAA', signature: 'AAAA' },
}

const newPasskeyResponse = { ...credential, response: { clientDataJSON, attestationObject: 'AAAA' } }

const unknownTicket = 'n'.repeat(43)

export const identityRequests = {
  signUp: [
    { make: () => ({ body: { email: unknownEmail(), password, firstName: 'Kim', lastName: 'Example' } }) },
  ],
  verifyEmail: [
    { make: () => ({ body: { email: unknownEmail(), code: '123456' } }), comesTo: 'CODE_NOT_ACCEPTED' },
  ],
  resendCode: [{ make: () => ({ body: { email: unknownEmail() } }) }],
  signIn: [{ make: () => ({ body: { email: unknownEmail(), password } }), comesTo: 'INVALID_CREDENTIALS' }],
  forgotPassword: [{ make: () => ({ body: { email: unknownEmail() } }) }],
  setNewPassword: [
    {
      make: () => ({ body: { email: unknownEmail(), code: '123456', password } }),
      comesTo: 'CODE_NOT_ACCEPTED',
    },
  ],
  answerSecondFactor: [
    { make: () => ({ body: { ticket: unknownTicket, code: '123456' } }), comesTo: 'SIGN_IN_EXPIRED' },
  ],
  undoDeletion: [{ make: () => ({ body: { ticket: unknownTicket } }), comesTo: 'SIGN_IN_EXPIRED' }],
  beginSecondFactor: [{ make: () => ({ body: { proof: wrongProof } }), comesTo: 'PROOF_NOT_ACCEPTED' }],
  confirmSecondFactor: [
    { make: () => ({ body: { code: '123456' } }), comesTo: 'SECOND_FACTOR_NOT_ACCEPTED' },
  ],
  renewRecoveryCodes: [{ make: () => ({ body: {} }), comesTo: 'NOT_FOUND' }],
  endSecondFactor: [{ make: () => ({ body: {} }), comesTo: 'NOT_FOUND' }],
  signInByPasskey: [
    { make: () => ({ body: { response: passkeyResponse } }), comesTo: 'PASSKEY_NOT_ACCEPTED' },
  ],
  beginPasskey: [{ make: () => ({ body: { proof: wrongProof } }), comesTo: 'PROOF_NOT_ACCEPTED' }],
  addPasskey: [
    {
      make: () => ({ body: { name: 'Key', response: newPasskeyResponse } }),
      comesTo: 'PASSKEY_NOT_ACCEPTED',
    },
  ],
  renamePasskey: [
    {
      make: () => ({ params: { passkeyId: mintId('passkey') }, body: { name: 'Key' } }),
      comesTo: 'NOT_FOUND',
    },
  ],
  removePasskey: [{ make: () => ({ params: { passkeyId: mintId('passkey') } }), comesTo: 'NOT_FOUND' }],
  changePassword: [
    { make: () => ({ body: { proof: wrongProof, password } }), comesTo: 'PROOF_NOT_ACCEPTED' },
  ],
  endOwnSession: [{ make: () => ({ params: { sessionId: mintId('session') } }), comesTo: 'NOT_FOUND' }],
  signOut: [{ make: () => ({ body: { everywhere: false } }) }],
  beginOpenIdSignIn: [{ make: () => ({ body: { provider: 'pool' } }), comesTo: 'SIGN_IN_METHOD_OFF' }],
  completeOpenIdSignIn: [
    {
      make: () => ({ body: { provider: 'google', state: 'a'.repeat(43), code: 'of-nobody' } }),
      comesTo: 'SIGN_IN_METHOD_OFF',
    },
  ],
  confirmOpenIdAddress: [
    { make: () => ({ body: { state: 'a'.repeat(43), code: '123456' } }), comesTo: 'OPENID_SIGN_IN_FAILED' },
  ],
  resendOpenIdCode: [{ make: () => ({ body: { state: 'a'.repeat(43) } }), comesTo: 'OPENID_SIGN_IN_FAILED' }],
} satisfies SoundRequests
