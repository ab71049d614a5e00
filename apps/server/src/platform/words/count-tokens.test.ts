import { countTokens as countExactly } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { countTokens } from './count-tokens.ts'

const texts = {
  English: `The river that gives the town its name rises in the hills to the north and has carried barges since 1746. Its locks were
    rebuilt twice: once after the flood of 1894, and again when the railway company, which had bought the canal, wanted it deeper.
    Today it is used by anglers, rowers and, on Sundays, by everybody who owns a dog. "You can't step into it twice," they say.`,
  French: `La rivière qui a donné son nom à la ville prend sa source dans les collines du nord et porte des péniches depuis 1746.
    Ses écluses ont été reconstruites deux fois : après la crue de 1894, puis lorsque la compagnie des chemins de fer, qui avait
    racheté le canal, voulut l'approfondir. Aujourd'hui, pêcheurs et rameurs s'y côtoient, et le dimanche tous ceux qui ont un chien.`,
  Vietnamese: `Con sông mang tên thị trấn bắt nguồn từ những ngọn đồi phía bắc và đã chở sà lan từ năm 1746. Các âu thuyền được xây lại
    hai lần: một lần sau trận lụt năm 1894, và lần nữa khi công ty đường sắt, vốn đã mua lại con kênh, muốn đào nó sâu hơn.
    Ngày nay nơi đây là chỗ của người câu cá, người chèo thuyền và, vào chủ nhật, của tất cả những ai có nuôi chó.`,
  Chinese: `这条给小镇带来名字的河发源于北面的丘陵，自1746年起就有驳船往来。河上的船闸重建过两次：一次是在1894年的洪水之后，
    另一次是买下运河的铁路公司想把它挖得更深。如今来这里的有钓鱼的人、划船的人，到了星期天，还有所有养狗的人。人们常说，人不能两次踏进同一条河流。`,
  Arabic: `ينبع النهر الذي أعطى البلدة اسمها من التلال في الشمال، وتسير فيه الصنادل منذ عام 1746. أُعيد بناء أهوسته مرتين: مرة بعد
    فيضان عام 1894، ومرة أخرى عندما أرادت شركة السكك الحديدية التي اشترت القناة أن تجعلها أعمق. واليوم يقصده الصيادون والمجدفون،
    وفي أيام الأحد كل من يملك كلبا.`,
  code: `export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
`,
  Markdown: `## Figures of the year\n\n| month | visitors | change |\n|---|---:|---:|\n| January | 12,480 | +3.1 % |\n| February | 11,902 | −4.6 % |\n\n1. **Spring** was quiet.\n2. *Summer* was not: see [the report](https://example.com/report/2026).\n`,
}

test.each(Object.entries(texts))('CRED-01 the token estimate for %s is within a fifth', (_, text) => {
  const exact = countExactly(text)
  expect(countTokens(text) / exact).toBeGreaterThan(0.8)
  expect(countTokens(text) / exact).toBeLessThan(1.2)
})

describe('CRED-01 no text is greatly underestimated', () => {
  test.each([
    ['one very long word', 'a'.repeat(5000)],
    ['base64', Buffer.from(texts.English).toString('base64')],
    ['decomposed accents', texts.Vietnamese.normalize('NFD')],
    [
      'Vietnamese without accents',
      texts.Vietnamese.normalize('NFD')
        .replaceAll(/[\u0300-\u036f]/g, '')
        .replaceAll('đ', 'd'),
    ],
    ['emoji', '😀🎉👍🏽🚀👩‍👩‍👧‍👦'.repeat(50)],
    ['line ends', '\n'.repeat(5000)],
    ['blanks', ' '.repeat(5000)],
    ['digits', '31415926535897932384626433832795'.repeat(50)],
    ['marks', '{}[]();:,.!?'.repeat(200)],
    ['Korean', '안녕하세요 오늘 날씨가 정말 좋네요. '.repeat(20)],
    ['Japanese', '今日はとても良い天気ですね。'.repeat(20)],
    ['Russian', 'Сегодня очень хорошая погода, не правда ли? '.repeat(20)],
    ['Hindi', 'आज मौसम बहुत अच्छा है। '.repeat(20)],
    ['Thai', 'วันนี้อากาศดีมาก '.repeat(20)],
  ])('%s', (_, text) => {
    expect(countTokens(text) / countExactly(text)).toBeGreaterThan(0.6)
  })
})

test('CRED-01 an empty text has no tokens, and a word has some', () => {
  expect(countTokens('')).toBe(0)
  expect(countTokens('yes')).toBeGreaterThan(0)
})
