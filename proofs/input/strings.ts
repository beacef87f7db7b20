import { casesOf } from '../../test/support/listed-cases.ts'
import { NAUGHTY } from '../../test/support/naughty.ts'

/** Characters by code point: `from` to `to`, both included. */
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i))

/** Characters that are known to have broken something. Each is tried in the middle of a word. */
const CHARACTERS = [
  ...range(0x00, 0x20),
  ...range(0x7f, 0xa0),
  ...['\u00ad', '\u034f', '\u061c', '\u115f', '\u1160', '\u17b4', '\u180e', '\u3164', '\uffa0'],
  ...range(0x2000, 0x200f),
  ...range(0x2028, 0x202f),
  ...range(0x205f, 0x206f),
  ...['\u3000', '\ufe0f', '\ufeff', '\ufff9', '\ufffc', '\ufffd', '\ufffe', '\uffff', '\ufdd0'],
  ...['\u{1f9d1}\u200d\u{1f680}', '\u{1f1eb}\u{1f1f7}', '\u{10ffff}', '\u{1d173}', '\u{e0001}', '\u{f0000}'],
  ...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
]

const WORDS =
  `undefined undef null NULL (null) nil NIL None true false True TRUE FALSE hasOwnProperty __proto__ then
  toString valueOf constructor prototype NaN Infinity -Infinity INF 1/0 0x0 0xffffffff 0.00 ..  0..0 . 0,,0 1e1000 -0
  1_000 1,000.00 ١٢٣ ½ ０１２ 9223372036854775808 2147483648 -2147483648 4294967296 1E400 CON PRN AUX NUL COM1 LPT1
  dev/null localhost ::1 Scunthorpe BEGIN:VCALENDAR END:VEVENT X-EVIL:1 ATTACH;VALUE=URI:https://x.example/
  javascript:alert(1) data:text/html,<script>alert(1)</script> vbscript:x file:///etc/passwd //evil.example
  ../../.. ..\\..\\ C:\\ %00 %0d%0aSet-Cookie:x=1 %c0%af {0} {{constructor}} \${7*7} #{7*7} <%=7*7%> [[7*7]] @{7*7}
  $HOME %PATH% \`id\` $(id) ;id |id &&id %s%s%s%n %d %@ =1+1 +1+1 -1+1 @SUM(1) =cmd|'/C'!A0 '=1 "=1
  ' '' ''' " "" \\ \\' \\" \\n \\r\\n \\u0000 \\x00 &amp; &lt; &#0; &#x26; &nbsp; <!-- --> ]]> <![CDATA[ <?xml ?>
  </script> </style> </title> </textarea> <svg/onload=alert(1)> <img/src=x/onerror=alert(1)> <a/href=javascript:alert(1)>
  "onmouseover="alert(1) '-alert(1)-' \\'-alert(1)// \${alert(1)} {{alert(1)}} <iframe/src=//evil.example>
  ';drop/**/table/**/event-- 1'or'1'='1 1;select/**/1 admin'-- ")or("1"="1 %' _ [a-z] ^$ (a+)+$ .*
  \u202eevil\u202c \u2066iso\u2069 \u0300\u0301\u0302 Ω≈ç√∫ åß∂ƒ©˙∆˚¬…æ œ∑´®†¥¨ˆøπ“‘ ÅÍÎÏ˝ÓÔ\u00d2Ú˜ ЁЂЃЄЅІЇ ⁰⁴⁵₀₁₂ ด้้้้้็็็็็้้้้้
  社會科學院 パーティーへ行かないか 울란바토르 ヽ༼ຈل͜ຈ༽ﾉ (｡◕∀◕｡) ┬─┬ノ(º_ºノ) 😍 👾🙇💁 👨‍👩‍👧‍👦 0️⃣1️⃣ 🇺🇸🇷🇺 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👋🏻👋🏿 الكل בראשית הָיְתָה ﷽ ᚛ᚄ᚜
  𝐓𝐡𝐞 𝕿𝖍𝖊 ⒯⒣⒠ ǝɥʇ Ｔｈｅ ǅ ŉ ſt ﬀ İ ı ẞ ß Σς K Å Ⅷ`.split(/\s+/)

const PHRASES = [
  'a\nb',
  'a\r\nb',
  'a\r\n b',
  'a\r\n\tb',
  'tail\r\n',
  '\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
  'x\\nATTENDEE:mailto:x@example.com',
  ' '.repeat(10),
  '-- \nsignature',
  'The quick brown fox',
  'x'.repeat(74) + '🏁',
  'x'.repeat(75) + 'é',
  '🏁'.repeat(100),
  'e\u0301'.repeat(100),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞',
  'http://example.com/?a=b&c=<d>#"e"',
  '{"key":"value","__proto__":{"x":1}}',
  'a,b;c:d="e"\\f^n^^^\'',
  '"quoted, with comma"\r\n"next line"',
]

/** The list of Max Woolf, where it is installed. */
export const LISTED = (casesOf('big-list-of-naughty-strings') as string[] | undefined) ?? []

/** Every text that is tried, each once. */
export const STRINGS = [
  ...new Set([
    ...NAUGHTY,
    ...CHARACTERS.map((character) => `in${character}side`),
    ...CHARACTERS,
    ...WORDS,
    ...PHRASES,
    ...LISTED,
  ]),
]
