import { generateKeyPairSync, sign } from 'node:crypto'

/**
 * A self-signed certificate and its key (PEM) for one host name, so that a test can have an expired one without
 * openssl and no key lies about in the repository. X.509 version 3 (RFC 5280) in DER, ECDSA P-256 with SHA-256.
 */
export function makeCertificate({
  host = 'localhost',
  from = new Date(Date.now() - 86_400_000),
  to = new Date(Date.now() + 86_400_000),
} = {}): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex'))) // ecdsa-with-SHA256
  const commonName = der(0x06, Buffer.from('550403', 'hex'))
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(host)))))
  const subjectAltName = der(0x06, Buffer.from('551d11', 'hex'))
  const hosts = sequence(der(0x82, Buffer.from(host)))
  const contents = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, Buffer.from([1])), // serial number
    algorithm,
    name, // issuer
    sequence(time(from), time(to)),
    name, // subject
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(subjectAltName, der(0x04, hosts)))),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', contents, privateKey))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(sequence(contents, algorithm, signature)),
  }
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts)
}

/** GeneralizedTime to the second; strict parsers want UTCTime before 2050, OpenSSL takes both. */
function time(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`))
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').replace(/.{64}/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}
