import { contract, endpoint } from '@atrium/contract'
import { expect, test } from 'vitest'
import { binding } from './bind.ts'
import { checkBindings } from './check-bindings.ts'

const { getHealth, signInMethods } = contract
const alive = binding(getHealth, async () => ({ status: 'alive' as const, disk: 'ok' as const }))
const methods = binding(signInMethods, async () => ({
  data: { signUp: 'open' as const, passkeys: false, inboxUrl: null },
}))
const check =
  (endpoints: Parameters<typeof checkBindings>[0], ...bindings: (typeof alive)[]) =>
  () =>
    checkBindings(endpoints, bindings)

test('R19 the server starts when every endpoint of the contract is bound once', () => {
  expect(check({ getHealth, signInMethods }, alive, methods)).not.toThrow()
})

test('R19 the server does not start with an endpoint that is not bound, bound twice or unknown to the contract', () => {
  expect(check({ getHealth, signInMethods }, alive)).toThrow('signInMethods is not bound')
  expect(check({ getHealth }, alive, alive)).toThrow('getHealth is bound twice')
  expect(check({ getHealth }, alive, methods)).toThrow('signInMethods is not in the contract')
})

test('R19 the server does not start with an endpoint that does not declare its caller', () => {
  const open = { ...endpoint({ ...getHealth, caller: 'anyone' }), caller: undefined }
  const nobodys = open as unknown as typeof getHealth
  expect(
    check(
      { getHealth: nobodys },
      binding(nobodys, async () => ({ status: 'alive' as const, disk: 'ok' as const })),
    ),
  ).toThrow('getHealth does not declare who may call it')
})
