const LEAST = 12
const MOST = 200

/** The most common passwords of 12 or more characters in leaked lists. */
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
 * Returns the fault of a new password as the end of "Password must …", or undefined. `about`: public facts
 * about its owner, such as the e-mail address and the company.
 */
export function passwordFault(password: string, about: string[]): string | undefined {
  const { length } = [...password]
  if (length < LEAST || length > MOST) return `be ${LEAST} to ${MOST} characters`
  const plain = simplify(password)
  if (COMMON.has(password.toLowerCase()) || new Set(plain).size < 4) return 'not be one of the commonest'
  const guesses = about.flatMap((text) => [text, text.split('@')[0]!]).map(simplify)
  // Digits and punctuation around the name ("cityrugby2027!") don't make it a good password.
  const core = plain.replace(/^[\d\W_]+|[\d\W_]+$/g, '')
  if (guesses.some((text) => text && (plain === text || core === text.replace(/^[\d\W_]+|[\d\W_]+$/g, ''))))
    return 'not be the e-mail or the name of the company'
  return undefined
}

function simplify(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
}
