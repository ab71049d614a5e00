import type { Language } from '../../language/languages.ts'

interface ReasoningTexts {
  reading: string[]
  earlier: string
  options: string[]
  check: string[]
  calculation: string
}

/** The sentences in which the reasoner thinks aloud. */
export const reasoningTexts: Record<Language, ReasoningTexts> = {
  en: {
    reading: [
      '**Reading the question**\n\nThe question is about {topic}. The words that carry it are {first}, {second} and {third}; I should make sure that the answer takes up each of them.',
      '**What is asked**\n\nSomeone wants to get on with {topic}. It is not said how much they know already, so I start from {first} and assume little.',
    ],
    earlier:
      'Before this they asked about “{earlier}”. The answer should build on that and not say it again.',
    options: [
      '**Weighing the ways**\n\nOne way would be to explain {first} at length. Another is to give an order of steps. Steps are easier to act on, and {second} fits naturally into the second of them. So: a few points first, then steps.',
      '**Looking for the crux**\n\nIf {first} goes wrong, {second} hardly matters. That suggests to speak of {first} first and to keep {third} for the end, where it can be left out by those who do not need it.',
    ],
    check: [
      '**Checking**\n\nIs anything here true only for special cases? The advice on {second} is general enough. I keep the answer short and offer to go into detail.',
      '**Checking**\n\nHave I answered what was asked, or what I would have liked to be asked? The question names {topic}; the draft does too. Good.',
    ],
    calculation: '**Working it out**\n\nThis can be worked out exactly.',
  },
  fr: {
    reading: [
      '**Lecture de la question**\n\nLa question porte sur {topic}. Les mots qui la portent sont {first}, {second} et {third} ; la réponse doit reprendre chacun d’eux.',
      '**Ce qui est demandé**\n\nQuelqu’un veut avancer sur {topic}. On ne sait pas ce qui est déjà connu : je pars donc de {first} en supposant peu de choses.',
    ],
    earlier:
      'Auparavant, la question portait sur « {earlier} ». La réponse doit s’appuyer dessus sans la répéter.',
    options: [
      '**Peser les voies**\n\nOn pourrait expliquer longuement {first}. On pourrait aussi donner une suite d’étapes. Les étapes sont plus faciles à suivre, et {second} trouve sa place dans la deuxième. Donc : quelques points, puis les étapes.',
      '**Chercher le nœud**\n\nSi {first} échoue, {second} n’a guère d’importance. Mieux vaut parler d’abord de {first} et garder {third} pour la fin.',
    ],
    check: [
      '**Vérification**\n\nCela ne vaut-il que dans des cas particuliers ? Le conseil sur {second} est assez général. Je reste bref et je propose des détails.',
      '**Vérification**\n\nAi-je répondu à la question posée ? Elle nomme {topic} ; le brouillon aussi. Bien.',
    ],
    calculation: '**Calcul**\n\nCela se calcule exactement.',
  },
  vi: {
    reading: [
      '**Đọc câu hỏi**\n\nCâu hỏi nói về {topic}. Những từ chính là {first}, {second} và {third}; câu trả lời cần nhắc đến từng từ.',
      '**Điều được hỏi**\n\nNgười hỏi muốn tiến triển với {topic}. Chưa rõ họ đã biết những gì, nên tôi bắt đầu từ {first} và giả định thật ít.',
    ],
    earlier: 'Trước đó họ đã hỏi về “{earlier}”. Câu trả lời nên dựa trên đó mà không lặp lại.',
    options: [
      '**Cân nhắc các hướng**\n\nCó thể giải thích dài về {first}. Cũng có thể đưa ra các bước. Các bước dễ làm theo hơn, và {second} nằm tự nhiên ở bước thứ hai. Vậy: vài ý trước, rồi đến các bước.',
      '**Tìm điểm mấu chốt**\n\nNếu {first} hỏng thì {second} hầu như không còn quan trọng. Vì thế nên nói về {first} trước và để {third} ở cuối.',
    ],
    check: [
      '**Kiểm tra lại**\n\nCó điều gì chỉ đúng trong trường hợp đặc biệt không? Lời khuyên về {second} đủ tổng quát. Tôi giữ câu trả lời ngắn gọn và sẵn sàng nói thêm.',
      '**Kiểm tra lại**\n\nTôi đã trả lời đúng điều được hỏi chưa? Câu hỏi nêu {topic}; bản nháp cũng vậy. Tốt.',
    ],
    calculation: '**Tính toán**\n\nĐiều này có thể tính chính xác.',
  },
  zh: {
    reading: [
      '**理解问题**\n\n问题是关于{topic}的，关键词是{first}、{second}和{third}，回答应当逐一涉及。',
      '**问的是什么**\n\n提问者想在{topic}上有所进展。不清楚已经了解多少，所以从{first}说起，尽量少作假设。',
    ],
    earlier: '此前问过“{earlier}”，回答应当以它为基础，而不必重复。',
    options: [
      '**权衡思路**\n\n可以详细解释{first}，也可以给出步骤。步骤更便于照做，{second}自然落在第二步。因此先列几点，再给步骤。',
      '**寻找关键**\n\n如果{first}出了问题，{second}就不太重要了。所以先谈{first}，把{third}放在最后。',
    ],
    check: [
      '**检查**\n\n有没有只适用于特殊情况的说法？关于{second}的建议足够通用。回答保持简短，并表示可以展开。',
      '**检查**\n\n我回答的是所问的问题吗？问题提到{topic}，草稿也提到了。很好。',
    ],
    calculation: '**计算**\n\n这可以精确算出。',
  },
  ar: {
    reading: [
      '**قراءة السؤال**\n\nالسؤال عن {topic}. والكلمات التي تحمله هي {first} و{second} و{third}، وينبغي أن يتناول الجواب كلًّا منها.',
      '**المطلوب**\n\nيريد السائل أن يتقدم في {topic}. لا نعرف ما يعرفه من قبل، لذلك أبدأ من {first} وأفترض القليل.',
    ],
    earlier: 'سبق أن سأل عن «{earlier}»، فينبغي أن يُبنى الجواب على ذلك دون تكراره.',
    options: [
      '**موازنة الطرق**\n\nيمكن شرح {first} بإسهاب، ويمكن تقديم خطوات مرتبة. الخطوات أسهل في التطبيق، ويقع {second} في الثانية منها. إذن: نقاط أولًا ثم خطوات.',
      '**البحث عن جوهر المسألة**\n\nإذا فشل {first} فلن تكون لـ {second} أهمية كبيرة. لذلك أتحدث عن {first} أولًا وأترك {third} للنهاية.',
    ],
    check: [
      '**المراجعة**\n\nهل هنا ما لا يصح إلا في حالات خاصة؟ النصيحة بشأن {second} عامة بما يكفي. أُبقي الجواب قصيرًا وأعرض التفصيل.',
      '**المراجعة**\n\nهل أجبت عما سُئلت عنه؟ السؤال يذكر {topic} والمسودة كذلك. حسنًا.',
    ],
    calculation: '**الحساب**\n\nيمكن حساب هذا بدقة.',
  },
}
