import { createHash } from 'node:crypto'
import { brokenPasswordRules } from '@atrium/contract'
import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { readMostUsedPasswords } from './most-used-passwords.ts'

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
  // Not in any handwritten list.
  'Jennifer1987!',
  'Baseball99!',
  'Metallica7!',
  '!Arsenal#10',
  'Michelle_17',
  'Charlie12031987!',
  'Dragon#7281',
  '$uper$t@r1',
  'B4seb@ll2024',
  'Monkey-Monkey1',
  'Hunter2!Hunter2!',
  'P.a.s.s.w.o.r.d.1',
  'DragonMaster1!',
  'Ｐａｓｓｗｏｒｄ１！',
]

test.each(common)('S21 %s meets the rules, is among the first guesses and is refused', async (password) => {
  expect(await isCommonPassword(password)).toBe(true)
  expect(brokenPasswordRules(password)).not.toContain('length')
})

test('S21 every one of the most used passwords is refused, in any capitalization', async () => {
  const mostUsed = await readMostUsedPasswords()
  expect(mostUsed.size).toBeGreaterThan(49_000)
  const passing: string[] = []
  for (const word of mostUsed) {
    const capital = `${word.charAt(0).toUpperCase()}${word.slice(1)}`
    for (const written of [word, capital, word.toUpperCase(), `${capital}1!`, `#${capital}2026`])
      if (!(await isCommonPassword(written)) && /\p{L}/u.test(word)) passing.push(written)
  }
  expect(passing).toEqual([])
})

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
  'Dragon Boat Festival 88!',
  'My password is not 12345, promised',
  'correct horse battery staple Nr. 9',
  'Dragon-7281-5502-9946',
  'xKqwertyPv!4mz',
]

test.each(own)('S21 %s contains at most a common word, and passes', async (password) => {
  expect(await isCommonPassword(password)).toBe(false)
})

/** Random passwords, the same ones in each run. */
function* madePasswords(count: number, lengths: readonly number[]): Generator<string> {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*()-_=+[]{}:;,.?'
  const bytes = createHash('shake256', { outputLength: count * Math.max(...lengths) })
    .update('passwords of a password manager')
    .digest()
  for (let index = 0; index < count; index += 1) {
    const length = lengths[index % lengths.length] ?? 12
    const start = index * Math.max(...lengths)
    yield [...bytes.subarray(start, start + length)].map((byte) => signs[byte % signs.length]).join('')
  }
}

test.each([8, 12, 16, 20, 32])(
  'S21 passwords of a password manager with %i characters pass',
  async (length) => {
    const refused: string[] = []
    for (const password of madePasswords(8_000, [length]))
      if (brokenPasswordRules(password).length === 0 && (await isCommonPassword(password)))
        refused.push(password)
    expect(refused).toEqual([])
  },
)

test('S21 a phrase of any four everyday words is accepted', async () => {
  const words = [...(await readMostUsedPasswords())]
    .filter((word) => /^[a-z]{4,8}$/.test(word))
    .slice(0, 4_000)
  const refused: string[] = []
  for (let index = 0; index + 3 < words.length; index += 4) {
    const phrase = words.slice(index, index + 4).join(' ')
    if (await isCommonPassword(`${phrase.charAt(0).toUpperCase()}${phrase.slice(1)} 7.`)) refused.push(phrase)
  }
  expect(refused).toEqual([])
})

test('S21 a very long password is checked quickly', async () => {
  await readMostUsedPasswords()
  const before = process.cpuUsage()
  for (const password of ['aB1!'.repeat(64), 'a'.repeat(256), `${'1'.repeat(127)}aB${'!7'.repeat(64)}`])
    await isCommonPassword(password)
  // Processor time, not wall time: the machine may be busy.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500)
})
