"""Reads a mail from standard input with Python's email module. Prints it as JSON."""

import email
import email.policy
import json
import sys

mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)


def part(kind):
    found = mail.get_body((kind,))
    return found.get_content() if found else ""


facts = {
    "to": mail["To"] or "",
    "subject": mail["Subject"] or "",
    "messageId": mail["Message-ID"] or "",
    "unsubscribe": mail["List-Unsubscribe"] or "",
    "text": part("plain"),
    "html": part("html"),
    "defects": [repr(defect) for each in mail.walk() for defect in each.defects],
}
print(json.dumps(facts))
