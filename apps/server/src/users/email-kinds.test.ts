import { expect, test } from 'vitest'
import { emailKindsOf } from './email-kinds.ts'

const kinds = (email: string) => {
  const { isPublic, isTemporary, isSubaddress } = emailKindsOf(email)
  return [isPublic && 'public', isTemporary && 'temporary', isSubaddress && 'subaddress']
    .filter(Boolean)
    .join(' ')
}

test.each([
  ['ada@gmail.com', 'public'],
  ['ada@yahoo.co.uk', 'public'],
  ['ada@hotmail.com.vn', 'public'],
  ['ada@outlook.fr', 'public'],
  ['ada@163.com', 'public'],
  ['ada+team@gmail.com', 'public subaddress'],
  ['ada@mailinator.com', 'temporary'],
  ['ada@inbox.mailinator.com', 'temporary'],
  ['ada@yopmail.com', 'temporary'],
  ['ada@acme.example', ''],
  ['ada@gmail.com.acme.example', ''],
  ['ada@notgmail.com', ''],
  ['ada@yahoo.acme.com', ''],
  ['ada@live.acme', ''],
  ['ada+x@acme.example', 'subaddress'],
  ['+ada@acme.example', ''],
  ['"a@b+c"@acme.example', 'subaddress'],
])('AUTH-12 %s is %s', (email, expected) => {
  expect(kinds(email)).toBe(expected)
})
