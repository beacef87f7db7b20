# A receiver of webhooks in Python: python3 receiver.py
# Only encrypted bodies need a package: pip install cryptography
import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread

PORT = int(os.environ.get("PORT", "8090"))
SECRET = os.environ["WEBHOOK_SECRET"]
ENCRYPTION_SECRET = os.environ.get("WEBHOOK_ENCRYPTION_SECRET", "")
TOLERANCE_SECONDS = 300
MOST_BYTES = 1_000_000

# Keep these in your database, in a column that is unique: a restart must not forget them.
seen = set()
seen_lock = Lock()


def is_ours(headers, body):
    """Whether a webhook is signed by us and fresh. `body`: the bytes as they came."""
    webhook_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not webhook_id or not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(SECRET.removeprefix("whsec_"))
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # There may be several, separated by spaces, while a secret is being replaced.
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any([hmac.compare_digest(signature, expected) for signature in given])


def decrypt(payload, secret):
    """Opens `{"payload": "…"}` of a callback that has an encryption secret."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    encrypted = base64.b64decode(payload, validate=True)
    raw = secret.encode()
    key = (raw * 32)[:32]
    return AESGCM(key).decrypt(encrypted[:12], encrypted[12:], None)


def read(body):
    message = json.loads(body)
    if not ENCRYPTION_SECRET:
        return message
    return json.loads(decrypt(message["payload"], ENCRYPTION_SECRET))


def work(webhook_id, message):
    """Your work: it runs after the answer, so it may take its time."""
    print(json.dumps({"id": webhook_id, "message": message}), flush=True)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        length = int(self.headers.get("content-length", "0"))
        if length > MOST_BYTES:
            self.close_connection = True
            return self.answer(413)
        body = self.rfile.read(length)
        if not is_ours(self.headers, body):
            return self.answer(401)
        try:
            message = read(body)
        except Exception:
            return self.answer(400)
        webhook_id = self.headers["webhook-id"]
        with seen_lock:
            is_new = webhook_id not in seen
            seen.add(webhook_id)
        self.answer(204)
        if is_new:
            Thread(target=work, args=(webhook_id, message)).start()

    def answer(self, status):
        self.send_response(status)
        if status != 204:
            self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", PORT), Receiver)
print(f"listening on {PORT}", file=sys.stderr, flush=True)
server.serve_forever()
