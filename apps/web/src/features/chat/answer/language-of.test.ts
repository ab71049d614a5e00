import { expect, test } from 'vitest'
import { languageOf } from './language-of.ts'

test.each([
  ['The quick brown fox jumps over the lazy dog.', 'en', 'en'],
  ['The quick brown fox jumps over the lazy dog.', 'ar', 'en'],
  ['Le chat est dans la maison et les enfants jouent dans le jardin.', 'en', 'fr'],
  ['Hôm nay trời đẹp, chúng ta đi dạo quanh hồ Hoàn Kiếm nhé.', 'en', 'vi'],
  ['今天天气很好，我们去公园散步吧。', 'en', 'zh'],
  ['الطقس جميل اليوم، فلنذهب في نزهة.', 'en', 'ar'],
  ['', 'fr', 'fr'],
] as const)(
  'CHAT-05 read aloud in the language of the text, case %#',
  (text, interfaceLanguage, expected) => {
    expect(languageOf(text, interfaceLanguage)).toBe(expected)
  },
)
