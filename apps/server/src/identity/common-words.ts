/** Words of which the most used passwords are made, in small letters. Extend it as lists of leaked passwords do. */
export const commonWords: ReadonlySet<string> = new Set(
  `
  password passwort passwd passw pass motdepasse contrasena senha matkhau mima secret secure security letmein login logon signin
  welcome willkommen bienvenue bonjour hello hallo salut admin administrator root user guest test tester testing demo default
  changeme change temp temporary sample example master access system server computer internet google facebook microsoft windows
  apple samsung android iphone linkedin twitter youtube amazon netflix office company work business atrium chatgpt openai claude
  gemini robot
  monkey dragon tiger lion eagle falcon wolf bear panther horse dolphin shark snake kitty kitten puppy buster cookie chicken
  bulldog mustang phoenix unicorn butterfly penguin panda bunny
  love lover iloveyou loveyou lovely loveme sweet sweetie sweety honey baby babygirl babyboy princess prince princesse queen king
  angel angels heart forever beautiful friend friends family mother father mommy daddy sister brother
  sunshine summer winter spring autumn fall sommer printemps soleil flower rainbow star stars moon ocean river mountain nature
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday
  football soccer baseball basketball hockey tennis golf cricket rugby chelsea arsenal liverpool barcelona madrid juventus ronaldo
  messi manchester united yankees cowboys steelers lakers eagles rangers
  superman batman spiderman ironman starwars pokemon pikachu naruto minecraft fortnite matrix ninja samurai warrior knight killer
  hunter shadow ghost hacker wizard legend champion winner player gamer
  michael jordan jessica ashley michelle daniel david thomas robert charlie charles george william anthony joseph andrew joshua
  matthew jennifer amanda nicole samantha hannah maria anna emma oliver sophie alex alexander maxwell martin patrick peter
  richard steven justin brandon taylor jackson johnson mohamed mohammed muhammad ahmed fatima nguyen linh anhyeuem
  qwerty azerty qwertz asdf zxcv
  freedom trustno whatever nothing something blink money dollar lucky happy smile magic power energy success future dream dreams
  music guitar rock metal jazz disco party dance coffee chocolate pizza banana orange cherry apples peanut pepper ginger
  america england london paris berlin france germany deutschland italia espana canada australia china vietnam hanoi saigon india
  dubai egypt newyork texas california
  ferrari porsche mercedes toyota honda yamaha harley corvette
  black white green blue purple silver golden diamond crystal
  jesus christ church bible allah bismillah inshallah god
  school student teacher college university doctor police soldier marine army navy
  abcd abc aaa qwe qaz asd zxc
  `
    .trim()
    .split(/\s+/),
)
