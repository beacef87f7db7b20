const LEAST = 12
const MOST = 200

/** The commonest of 12 characters and more, as lists of stolen passwords have them. */
const COMMON = new Set(
  `123456789012 1234567890123 12345678901234 123456789123 1234567891234 123456123456 123123123123 012345678910
   987654321098 qwertyuiop12 qwertyuiop123 qwertyuiopasdf qwertyuiopasdfghjkl qwerty123456 qwerty1234567
   qwertyqwerty 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1q2w3e4r5t6y 1q2w3e4r5t6y7u8i q1w2e3r4t5y6 asdfghjkl123
   zxcvbnm12345 abcdefghijkl abcdefghijklmnopqrstuvwxyz abcd12345678 abc123abc123 a1b2c3d4e5f6
   passwordpassword password1234 password12345 password123456 password1234567890 passw0rd1234 p@ssw0rd1234
   p@ssword1234 mypassword123 thisismypassword administrator administrator1 admin1234567 adminadminadmin
   changeme1234 changemechangeme letmeinletmein letmein12345 welcome12345 welcomewelcome iloveyou1234
   iloveyouiloveyou sunshine1234 football1234 footballfootball baseball1234 liverpoolfc1 liverpool123
   manchesterunited chelseafc123 correcthorsebatterystaple trustno1trustno1 superman1234 princess1234
   secretsecret secret123456 calendar1234 calendarcalendar fasti1234567`.split(/\s+/),
)

/**
 * What is wrong with a new password, as the end of "Password must …"; undefined: nothing. `about` are words
 * that everybody knows of its owner: the e-mail, the company.
 */
export function passwordFault(password: string, about: string[]): string | undefined {
  const { length } = [...password]
  if (length < LEAST || length > MOST) return `be ${LEAST} to ${MOST} characters`
  const plain = simplify(password)
  if (COMMON.has(password.toLowerCase()) || new Set(plain).size < 4) return 'not be one of the commonest'
  const known = about.flatMap((text) => [text, text.split('@')[0]!]).map(simplify)
  // "cityrugby2027!" is the company's name all the same.
  const core = plain.replace(/^[\d\W_]+|[\d\W_]+$/g, '')
  if (known.some((text) => text && (plain === text || core === text.replace(/^[\d\W_]+|[\d\W_]+$/g, ''))))
    return 'not be the e-mail or the name of the company'
  return undefined
}

function simplify(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
}
