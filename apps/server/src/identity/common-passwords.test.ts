import { brokenPasswordRules } from '@atrium/contract'
import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

const common = [
  'Password1!',
  'Password123!',
  'P@ssw0rd',
  'P@$$w0rd1',
  'Passw0rd!',
  'PASSword12#',
  '!Password1',
  'Welcome1!',
  'Welcome2024!',
  'W3lcome123!',
  'Qwerty123!',
  'Qwerty12#',
  '1qaz!QAZ',
  '1Qaz2wsx!',
  'Qwertyuiop1!',
  'Azerty123!',
  'Abc123!@#',
  'Abcd1234!',
  'Aa123456!',
  'Aa@123456',
  'Admin@123',
  'Admin123!',
  'Administrator1!',
  'Root@1234',
  'Test1234!',
  'Guest#2023',
  'Changeme1!',
  'Letmein1!',
  'Iloveyou1!',
  'Summer2026!',
  'Winter#2025',
  'January2026!',
  'Monday123!',
  'Sunshine1!',
  'Dragon12!',
  'Monkey99!',
  'Football1!',
  'Superman1!',
  'Princess1!',
  'Michael1!',
  'Liverpool1!',
  'Pokemon123!',
  'MotDePasse1!',
  'Bonjour123!',
  'Soleil2024!',
  'Matkhau123!',
  'Atrium2026!',
  'Company123!',
  'SuperMan!!11',
  'Aaaaaaaa1!',
  '12345678Aa!',
  'Zxcvbnm,1',
  'Hello@123',
  'LoveYou123!',
  'Google123!',
  'Trustno1!!',
  'Secret123!',
  'Master#1234',
]

test('S21 passwords that fulfil the rules and are tried first are refused', () => {
  for (const password of common)
    expect({ password, common: isCommonPassword(password) }).toEqual({ password, common: true })
  expect(common.filter((password) => brokenPasswordRules(password).includes('length'))).toEqual([])
})

test('S21 a password with something of its own is not refused', () => {
  const own = [
    'Teal-Kettle_47',
    'Correct-Horse4battery',
    'Monkey-7281-xk',
    'Nimbus#Tractor5',
    'vK8!rQ2z',
    'G7$hLpw9',
    'Ma grand-mère a 3 chats',
    '我的Kitty密码1!猫咪',
    'Passwords-are-2-tedious',
    'Love&Moon%Tiger%Rock9',
    'Thé-vert8Lune',
    'Summer-in-Tromsø-71',
  ]
  for (const password of own)
    expect({ password, common: isCommonPassword(password) }).toEqual({ password, common: false })
})

test('S21 a very long password is judged quickly', () => {
  const before = process.cpuUsage()
  isCommonPassword('aB1!'.repeat(64))
  isCommonPassword('a'.repeat(256))
  // Time of the processor, not of the clock: others may be at work on this machine.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500)
})
