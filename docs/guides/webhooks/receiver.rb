# A receiver of webhooks in Ruby: gem install webrick && ruby receiver.rb
require "json"
require "openssl"
require "set"
require "webrick"

PORT = Integer(ENV.fetch("PORT", "8090"))
SECRET = ENV.fetch("WEBHOOK_SECRET")
ENCRYPTION_SECRET = ENV.fetch("WEBHOOK_ENCRYPTION_SECRET", "")
TOLERANCE_SECONDS = 300

# Keep these in your database, in a column that is unique: a restart must not forget them.
SEEN = Set.new
SEEN_LOCK = Mutex.new

# Whether a webhook is signed by us and fresh. `body`: the bytes as they came.
def ours?(request, body)
  id = request["webhook-id"].to_s
  timestamp = request["webhook-timestamp"].to_s
  return false if id.empty? || !timestamp.match?(/\A\d+\z/)
  return false if (Time.now.to_i - timestamp.to_i).abs > TOLERANCE_SECONDS

  key = SECRET.delete_prefix("whsec_").unpack1("m")
  mac = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.".b + body.b)
  expected = "v1,#{[mac].pack('m0')}"
  # There may be several, separated by spaces, while a secret is being replaced.
  given = request["webhook-signature"].to_s.split(" ")
  given.map { |signature| OpenSSL.secure_compare(signature, expected) }.any?
end

# Opens `{"payload": "…"}` of a callback that has an encryption secret.
def decrypt(payload, secret)
  encrypted = payload.unpack1("m0")
  raise ArgumentError, "too short" if encrypted.bytesize < 28

  cipher = OpenSSL::Cipher.new("aes-256-gcm").decrypt
  cipher.key = (secret.b * 32).byteslice(0, 32)
  cipher.iv = encrypted.byteslice(0, 12)
  cipher.auth_tag = encrypted.byteslice(-16, 16)
  cipher.update(encrypted.byteslice(12...-16)) + cipher.final
end

def read(body)
  message = JSON.parse(body)
  return message if ENCRYPTION_SECRET.empty?

  JSON.parse(decrypt(message.fetch("payload"), ENCRYPTION_SECRET).force_encoding("UTF-8"))
end

# Your work: it runs after the answer, so it may take its time.
def work(id, message)
  puts JSON.generate({ id: id, message: message })
  $stdout.flush
end

def receive(request)
  body = request.body.to_s
  return 401 unless ours?(request, body)

  begin
    message = read(body)
  rescue StandardError
    return 400
  end
  id = request["webhook-id"]
  is_new = SEEN_LOCK.synchronize { SEEN.add?(id) }
  Thread.new { work(id, message) } if is_new
  204
end

server = WEBrick::HTTPServer.new(
  BindAddress: "127.0.0.1", Port: PORT, AccessLog: [], Logger: WEBrick::Log.new(File::NULL)
)
server.mount_proc("/") { |request, response| response.status = receive(request) }
trap("TERM") { server.shutdown }
warn "listening on #{PORT}"
server.start
